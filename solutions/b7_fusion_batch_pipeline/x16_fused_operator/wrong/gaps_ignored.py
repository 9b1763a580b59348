"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Steps through memory as if x had no gaps.
"""

import numpy as np

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    _compute(np.lib.stride_tricks.as_strided(x, x.shape, (4,)), y, w, z)
