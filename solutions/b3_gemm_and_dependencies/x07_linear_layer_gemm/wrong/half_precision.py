"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Accumulates in float16, in both functions.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float16(0)
            for k in range(K):
                total += np.float16(a[i * K + k] * b[k * N + j])
            c[i * N + j] = total
