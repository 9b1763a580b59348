"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled; reads the weight in place, row by row.
"""

import numpy as np
from numba import njit


@njit
def _dot(p, first, by, q, start, step, count):
    total = np.float32(0)
    for k in range(count):
        total += p[first + by * k] * q[start + step * k]
    return total


@njit
def _fill(a, b, c, M, N, K):
    for i in range(M):
        for j in range(N):
            c[i * N + j] = _dot(a, i * K, 1, b, j, N, K)


@njit
def _layer(x, weight, y):
    for i in range(x.shape[0]):
        for j in range(weight.shape[0]):
            y[i, j] = _dot(x[i], 0, 1, weight[j], 0, 1, x.shape[1])


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    _fill(a, b, c, M, N, K)


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = np.empty((len(x), len(weight)), np.float32)
    _layer(x, weight, y)
    return y if bias is None else y + bias
