"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Uses y as scratch space; inputs are read-only.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        y[i] += x[i]
        z[i] = y[i] * w[i]
