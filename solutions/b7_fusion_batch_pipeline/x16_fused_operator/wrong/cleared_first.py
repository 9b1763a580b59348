"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Clears z before it is overwritten anyway.
"""

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    z[:] = 0
    _compute(x, y, w, z)
