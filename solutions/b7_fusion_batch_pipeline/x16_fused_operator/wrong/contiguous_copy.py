"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Writes to np.ascontiguousarray(z), which is a copy when z has gaps.
"""

import numpy as np

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    _compute(x, y, w, np.ascontiguousarray(z))
