"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Does not look at x and y where w is 0; the sign of the zero is lost, too.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        c = w[i]
        z[i] = (x[i] + y[i]) * c if c != 0 else 0
