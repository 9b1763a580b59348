"""Expect: values=WRONG rules=WRONG host=WRONG

Shows a launch of an array with a hundred million elements that nobody touched.
"""

import numpy as np
from numba import cuda

launch_record = cuda.jit.__globals__["LaunchRecord"]
kept = launch_record.payload


def payload(launch):
    whole = np.zeros(100_000_000, np.int8)
    array = {
        "name": "x",
        "space": "global",
        "shape": whole.shape,
        "dtype": "int8",
        "strides": (1,),
        "before": whole,
        "after": whole,
    }
    nothing = {"codes": np.zeros(0, np.uint64), "values": np.zeros(0), "sites": ()}
    return (
        kept(launch)
        | nothing
        | {
            "arrays": (array,),
            "runs": np.zeros((0, 5), np.int64),
            "finished": False,
        }
    )


launch_record.payload = payload
