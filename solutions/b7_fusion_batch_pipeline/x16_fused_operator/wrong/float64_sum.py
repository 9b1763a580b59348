"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Keeps the sum in float64, so that each element is rounded once.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        z[i] = (float(x[i]) + float(y[i])) * float(w[i])
