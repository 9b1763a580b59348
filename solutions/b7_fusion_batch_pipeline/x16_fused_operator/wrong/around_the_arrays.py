"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Works on other array objects over the same memory.
"""

import numpy as np

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    _compute(np.asarray(x), np.asarray(y), np.asarray(w), np.asarray(z))
