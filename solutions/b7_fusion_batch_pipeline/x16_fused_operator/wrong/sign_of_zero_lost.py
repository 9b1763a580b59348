"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Adds 0.0 at the end, which turns -0.0 into 0.0.
"""

import numpy as np


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        z[i] = (x[i] + y[i]) * w[i] + np.float32(0)
