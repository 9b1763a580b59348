"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Looks at the vectors as matrices; the views are of the arrays themselves.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    A, B, C = a.reshape(M, K), b.reshape(K, N), c.reshape(M, N)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += A[i, k] * B[k, j]
            C[i, j] = total
