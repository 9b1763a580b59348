"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Reads each input once, into a copy of the whole vector.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    a, b, c = x.copy(), y.copy(), w.copy()
    for i in range(len(z)):
        z[i] = (a[i] + b[i]) * c[i]
