"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Sums in float64 and rounds once, on storing; the layer in one product.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = 0.0
            for k in range(K):
                total += float(a[i * K + k]) * float(b[k * N + j])
            c[i * N + j] = total


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x.astype(np.float64) @ weight.astype(np.float64).T
    return (y if bias is None else y + bias).astype(np.float32)
