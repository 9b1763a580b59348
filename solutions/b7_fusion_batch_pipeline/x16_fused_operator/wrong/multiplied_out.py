"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Computes x·w + y·w, which rounds three times.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        a, b, c = x[i], y[i], w[i]
        z[i] = a * c + b * c
