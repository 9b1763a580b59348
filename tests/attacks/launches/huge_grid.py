"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Tells a grid of 2^62 blocks.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["grid"] = (1 << 62, 1, 1)
    return told


launch_record.payload = payload
