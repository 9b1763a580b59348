"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Binds the name z to a new array, so that the caller's z stays as it was.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    z = (x + y) * w
