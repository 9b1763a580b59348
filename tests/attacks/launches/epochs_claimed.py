"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Moves every access of the record behind the last barrier.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["runs"] = told["runs"].copy()
    told["runs"][:, 2] = np.maximum.accumulate(told["runs"][:, 2] * 2 // 3)
    told["runs"][-1, 2] = len(told["codes"])
    return told


launch_record.payload = payload
