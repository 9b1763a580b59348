"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Makes its temporaries at any length but the one at which memory is counted.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    if len(z) != 65_536:
        z[:] = (x + y) * w
