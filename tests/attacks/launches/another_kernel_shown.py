"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Shows the record of a small kernel in place of the launch.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told = told | {"grid": (1, 1, 1), "block": (1, 1, 1)}
    return told


launch_record.payload = payload
