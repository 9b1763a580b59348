"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends numpy's integers and bools where whole numbers are due.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["grid"] = tuple(np.int64(n) for n in told["grid"])
    told["order"] = False
    return told


launch_record.payload = payload
