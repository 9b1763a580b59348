"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Rounds up with floats and NumPy integers; returns lists.
"""

import math

import numpy as np


def launch_config(M, N, tile):
    if min(M, N) < 0 or tile < 1:
        raise ValueError("out of range")
    return [[math.ceil(N / tile), np.int64(math.ceil(M / tile))], [np.int32(tile)] * 2]
