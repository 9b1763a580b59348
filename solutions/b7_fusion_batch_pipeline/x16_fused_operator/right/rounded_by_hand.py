"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Computes in float64 and rounds to float32 after each of the two steps.
"""

import numpy as np


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        u = np.float32(float(x[i]) + float(y[i]))
        z[i] = float(u) * float(w[i])
