"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Walks down the columns of C.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for j in range(N):
        for i in range(M):
            total = np.float32(0)
            for k in range(K):
                total += a[i * K + k] * b[k * N + j]
            c[i * N + j] = total
