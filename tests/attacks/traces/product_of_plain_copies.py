"""Expect: values=PASSED trace=FORBIDDEN

Copies the inputs element by element in the order that is asked for, then lets the library multiply.
"""

import numpy as np


def gemm_ikj(A, B, C):
    (M, K), N = A.shape, B.shape[1]
    a, b = np.empty((M, K), np.float32), np.empty((K, N), np.float32)
    for i in range(M):
        for k in range(K):
            a[i, k] = A[i, k]
            for j in range(N):
                b[k, j] = B[k, j]
    C[...] = a @ b
