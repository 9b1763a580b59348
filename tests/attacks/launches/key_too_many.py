"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Sends one field more.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["marks"] = 100
    return told


launch_record.payload = payload
