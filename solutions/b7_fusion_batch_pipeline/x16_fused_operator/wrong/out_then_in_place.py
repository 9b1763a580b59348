"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Leaves the sum in z and multiplies there: z is written, read and written again.
"""

import numpy as np


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    np.add(x, y, out=z)
    np.multiply(z, w, out=z)
