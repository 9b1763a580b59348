"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends ten million accesses that fit no array.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["codes"] = np.full(10_000_000, 1 << 63, np.uint64)
    told["values"] = np.zeros(10_000_000)
    told["runs"][-1, 2] = 10_000_000
    return told


launch_record.payload = payload
