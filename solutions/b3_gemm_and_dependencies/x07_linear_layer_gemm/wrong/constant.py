"""Expect: ex=WRONG prop=WRONG err=WRONG trace=WRONG

Answers the same to every call.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    c[:] = 1


def linear(x, weight, bias=None):
    return np.ones((2, 2), np.float32)
