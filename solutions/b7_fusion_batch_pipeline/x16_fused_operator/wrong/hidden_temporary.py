"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

One line, but NumPy makes an array for x + y and one for the product.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    z[:] = (x + y) * w
