"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Takes a, b and c for column-major.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += a[k * M + i] * b[j * K + k]
            c[j * M + i] = total
