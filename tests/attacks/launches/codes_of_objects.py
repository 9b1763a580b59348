"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends codes of another type.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["codes"] = told["codes"].astype(np.float64)
    return told


launch_record.payload = payload
