"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

One buffer of 1024 sums, filled again for each chunk.
"""

import numpy as np


def fused_add_mul(x, y, w, z):
    _demand_one_length(x, y, w, z)
    sums = np.empty(1024, np.float32)
    for start in range(0, len(z), 1024):
        part = slice(start, start + 1024)
        u = sums[: len(z[part])]
        np.add(x[part], y[part], out=u)
        np.multiply(u, w[part], out=z[part])
