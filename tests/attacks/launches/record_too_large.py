"""Expect: values=OUTPUT_LIMIT rules=OUTPUT_LIMIT host=OUTPUT_LIMIT

Sends a record larger than a frame.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["codes"] = np.zeros(30_000_000, np.uint64)
    told["values"] = np.zeros(30_000_000)
    return told


launch_record.payload = payload
