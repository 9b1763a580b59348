"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Tells other inputs, as if the product of zeros had been asked for.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    for array in told["arrays"][:2]:
        array["before"] = np.zeros_like(array["before"])
    return told


launch_record.payload = payload
