"""Expect: ex=ERROR prop=ERROR err=PASSED trace=ERROR

Refuses vectors without elements, which are allowed.
"""

_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    if len(z) == 0:
        raise ValueError
    _compute(x, y, w, z)
