"""Expect: values=FORBIDDEN rules=FORBIDDEN host=PASSED

Tells other strides, as if columns were rows.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    for array in told["arrays"]:
        array["strides"] = array["strides"][::-1]
    return told


launch_record.payload = payload
