"""Expect: values=OUTPUT_LIMIT rules=OUTPUT_LIMIT host=OUTPUT_LIMIT

Sends 4096 sites with long texts.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    told["sites"] = (("x" * 300, "y" * 200),) * 4096
    return told


launch_record.payload = payload
