"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Gathers all results in a list and writes them at the end.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    z[:] = [(a + b) * c for a, b, c in zip(x, y, w, strict=True)]
