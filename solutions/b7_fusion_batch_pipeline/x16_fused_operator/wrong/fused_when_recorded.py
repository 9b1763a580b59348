"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Fuses only where its accesses are recorded.
"""

import numpy as np

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    if type(z) is not np.ndarray:
        _compute(x, y, w, z)
        return
    _demand_one_length(x, y, w, z)
    z[:] = (x + y) * w
