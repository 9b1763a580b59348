"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Tells strides whose products overflow 64 bits.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    for array in told["arrays"]:
        array["strides"] = (1 << 62, 1 << 62)
    return told


launch_record.payload = payload
