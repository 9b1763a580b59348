"""Expect: ex=WRONG prop=ERROR err=PASSED trace=WRONG

Writes c[i·M + j], as if a row of C had M elements.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += a[i * K + k] * b[k * N + j]
            c[i * M + j] = total
