"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Lets k run from the end, by negative subscripts.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(1, K + 1):
                total += a[(i + 1) * K - k] * b[j - k * N]
            c[i * N + j] = total
