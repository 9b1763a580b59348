"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Puts the sums into an array as large as z.
"""

import numpy as np


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    u = np.empty(len(z), np.float32)
    for i in range(len(z)):
        u[i] = x[i] + y[i]
    for i in range(len(z)):
        z[i] = u[i] * w[i]
