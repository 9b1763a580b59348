"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Stops one k too early.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K - 1):
                total += a[i * K + k] * b[k * N + j]
            c[i * N + j] = total
