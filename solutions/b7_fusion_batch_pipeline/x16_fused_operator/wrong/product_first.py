"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Forgets the brackets: x + y·w.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        z[i] = x[i] + y[i] * w[i]
