"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends a kernel's name of 10 kB.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["kernel"] = "k" * 10_000
    return told


launch_record.payload = payload
