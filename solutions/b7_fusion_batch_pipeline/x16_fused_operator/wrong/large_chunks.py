"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Goes in chunks, but their temporaries are 64 KiB each.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for start in range(0, len(z), 16_384):
        part = slice(start, start + 16_384)
        z[part] = (x[part] + y[part]) * w[part]
