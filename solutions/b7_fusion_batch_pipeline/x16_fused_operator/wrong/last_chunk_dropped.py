"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Computes whole chunks of 256 elements only.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for start in range(0, len(z) // 256 * 256, 256):
        part = slice(start, start + 256)
        z[part] = (x[part] + y[part]) * w[part]
