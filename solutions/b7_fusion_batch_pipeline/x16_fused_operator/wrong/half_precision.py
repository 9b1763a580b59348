"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Keeps the sum in float16.
"""

import numpy as np


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        with np.errstate(over="ignore"):
            z[i] = np.float32(np.float16(x[i] + y[i])) * w[i]
