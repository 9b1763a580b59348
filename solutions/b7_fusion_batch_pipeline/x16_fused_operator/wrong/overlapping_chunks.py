"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Moves the last chunk back until it is full: some elements are computed twice.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for start in range(0, len(z), 256):
        first = max(min(start, len(z) - 256), 0)
        part = slice(first, first + 256)
        z[part] = (x[part] + y[part]) * w[part]
