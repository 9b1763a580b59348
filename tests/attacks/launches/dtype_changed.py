"""Expect: values=FORBIDDEN rules=FORBIDDEN host=PASSED

Tells the floats of C as integers of the same bytes.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    told = kept(launch)
    for number, array in enumerate(told["arrays"][:3]):
        for when in ("before", "after"):
            array[when] = np.ascontiguousarray(array[when]).view(np.int32)
        array["dtype"] = "int32"
        mine = (told["codes"] >> np.uint64(8)) & np.uint64(255) == number
        told["values"] = told["values"].copy()
        told["values"][mine] = told["values"][mine].astype(np.float32).view(np.int32)
    return told


launch_record.payload = payload
