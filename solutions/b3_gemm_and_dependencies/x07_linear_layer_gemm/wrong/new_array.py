"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

matmul_flat returns an array of its own and leaves c alone.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    c = np.empty(M * N, np.float32)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += a[i * K + k] * b[k * N + j]
            c[i * N + j] = total
    return c
