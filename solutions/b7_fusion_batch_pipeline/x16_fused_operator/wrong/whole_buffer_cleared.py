"""Expect: ex=PASSED prop=FORBIDDEN err=PASSED trace=WRONG

Clears the memory from the first to the last element of z, the gaps of a view included.
"""

import numpy as np

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    if z.size:
        elems = (len(z) - 1) * z.strides[0] // 4 + 1
        np.lib.stride_tricks.as_strided(z, (elems,), (4,))[:] = 0
    _compute(x, y, w, z)
