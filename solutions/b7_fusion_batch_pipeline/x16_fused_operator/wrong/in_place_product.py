"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Stays with one element, but takes it back from z.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        z[i] = x[i] + y[i]
        z[i] *= w[i]
