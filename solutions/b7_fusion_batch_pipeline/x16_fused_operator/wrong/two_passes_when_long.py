"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Fuses short vectors only.
"""

import numpy as np

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    if len(z) < 10_000:
        _compute(x, y, w, z)
        return
    _demand_one_length(x, y, w, z)
    np.add(x, y, out=z)
    np.multiply(z, w, out=z)
