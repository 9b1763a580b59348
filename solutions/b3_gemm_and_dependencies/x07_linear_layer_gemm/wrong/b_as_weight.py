"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

matmul_flat reads b[j·K + k], as if B lay there like the weight of a layer.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += a[i * K + k] * b[j * K + k]
            c[i * N + j] = total


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x @ weight.T
    return y if bias is None else y + bias
