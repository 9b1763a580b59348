"""Expect: values=PASSED rules=WRONG host=PASSED

Leaves the barriers out of the runs, as if no thread had waited.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    runs = told["runs"].copy()
    runs[runs[:, 3] == 1, 3] = 3
    told["runs"] = runs
    return told


launch_record.payload = payload
