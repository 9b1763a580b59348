"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Goes over the vectors in another order; each element still has one turn.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for first in (0, 1):
        for i in range(first, len(z), 2):
            z[i] = (x[i] + y[i]) * w[i]
