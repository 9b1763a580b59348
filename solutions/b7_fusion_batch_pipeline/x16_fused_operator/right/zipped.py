"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Iterates over the inputs instead of counting.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i, (a, b, c) in enumerate(zip(x, y, w, strict=True)):
        z[i] = (a + b) * c
