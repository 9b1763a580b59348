"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Looks at w for a special case and reads it again for the product.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        if w[i] == 1:
            z[i] = x[i] + y[i]
        else:
            z[i] = (x[i] + y[i]) * w[i]
