"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Two loops with the sum in z: the unfused operators, written one below the other.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        z[i] = x[i] + y[i]
    for i in range(len(z)):
        z[i] = z[i] * w[i]
