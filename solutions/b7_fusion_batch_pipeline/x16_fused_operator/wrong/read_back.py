"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Reads z again to see whether it was written.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        u = (x[i] + y[i]) * w[i]
        z[i] = u
        assert z[i] == u
