"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Goes in chunks of 4096 elements, whose temporaries are 16 KiB each.
"""


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    for start in range(0, len(z), 4096):
        part = slice(start, start + 4096)
        z[part] = (x[part] + y[part]) * w[part]
