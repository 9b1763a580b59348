"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Tells a right product at the end; the accesses wrote another.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    A, B, C = told["arrays"][:3]
    C["after"] = A["before"] @ B["before"] + 1
    return told


launch_record.payload = payload
