"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends six million runs, each of a thread that waits again.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    runs = np.zeros((6_000_000, 5), np.int64)
    runs[:, 3] = 3
    told["runs"] = runs
    return told


launch_record.payload = payload
