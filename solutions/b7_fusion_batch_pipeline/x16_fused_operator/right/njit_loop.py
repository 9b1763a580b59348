"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled.
"""

from numba import njit


@njit
def fused_add_mul(x, y, w, z):
    if not len(x) == len(y) == len(w) == len(z):
        raise ValueError("x, y, w and z must have one length")
    for i in range(len(z)):
        z[i] = (x[i] + y[i]) * w[i]
