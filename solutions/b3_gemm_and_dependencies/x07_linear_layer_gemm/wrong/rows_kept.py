"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Keeps a row of A in a copy, so that a is read M·K times only.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        row = a[i * K : (i + 1) * K].copy()
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += row[k] * b[k * N + j]
            c[i * N + j] = total
