"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Computes one chunk of 4096 elements and stops.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    z[:4096] = (x[:4096] + y[:4096]) * w[:4096]
