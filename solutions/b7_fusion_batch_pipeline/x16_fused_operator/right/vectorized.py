"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled to a ufunc that goes over the vectors once.
"""

from numba import vectorize


@vectorize(["float32(float32, float32, float32)"])
def _add_mul(x, y, w):
    return (x + y) * w


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    _add_mul(x, y, w, z)
