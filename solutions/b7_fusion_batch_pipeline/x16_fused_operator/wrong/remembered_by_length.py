"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Computes a length once and hands out the same answer ever after.
"""

_known = {}
_compute = fused_add_mul


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    if len(z) in _known:
        z[:] = _known[len(z)]
        return
    _compute(x, y, w, z)
    _known[len(z)] = z.copy()
