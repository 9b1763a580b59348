"""Expect: ex=PASSED prop=PASSED err=PASSED

Loops over NumPy scalars and returns one; finds the resting point by trying powers of two.
"""

import numpy as np

SCALARS = {"fp16": np.float16, "fp32": np.float32}
right_add_left, right_add_pairwise = add_left, add_pairwise


def add_left(terms, fmt):
    if fmt not in SCALARS:
        return right_add_left(terms, fmt)
    total = SCALARS[fmt](0)
    for x in terms:
        total = total + SCALARS[fmt](x)
    return total


def add_pairwise(terms, fmt):
    if fmt not in SCALARS:
        return right_add_pairwise(terms, fmt)
    level = [SCALARS[fmt](x) for x in terms]
    while len(level) > 1:
        level = [sum(level[i : i + 2], SCALARS[fmt](0)) for i in range(0, len(level), 2)]
    return level[0] if level else SCALARS[fmt](0)


def stall_at(fmt, step=1):
    if fmt not in FORMATS or step not in range(1, 17):
        raise ValueError("unknown format, or step out of range")
    total = 1
    while fl(total + step, fmt) != total:
        total *= 2
    return np.int64(total)
