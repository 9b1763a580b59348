"""Expect: ex=WRONG prop=WRONG err=PASSED

Trusts np.sum(dtype=np.float16), which accumulates in FP32 and in an order of its own.
"""

import numpy as np

right_add_left = add_left


def add_left(terms, fmt):
    if fmt == "fp16":
        return float(np.sum(np.array(terms, dtype=np.float16), dtype=np.float16))
    return right_add_left(terms, fmt)
