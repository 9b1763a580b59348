"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends ten million reads of one element, all of them true.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    A = told["arrays"][0]
    told["codes"] = np.zeros(10_000_000, np.uint64)
    told["values"] = np.full(10_000_000, float(A["before"].flat[0]))
    told["runs"] = told["runs"].copy()
    told["runs"][:, 2] = 10_000_000
    return told


launch_record.payload = payload
