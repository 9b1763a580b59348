"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Lets the library do each dot product.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            c[i * N + j] = np.vdot(a[i * K : (i + 1) * K], b[j::N])
