"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Runs i-k-j on a row in a buffer.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        row = np.zeros(N, np.float32)
        for k in range(K):
            for j in range(N):
                row[j] += a[i * K + k] * b[k * N + j]
        for j in range(N):
            c[i * N + j] = row[j]
