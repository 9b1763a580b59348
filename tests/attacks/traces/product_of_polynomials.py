"""Expect: values=PASSED trace=FORBIDDEN

Copies the inputs in the order that is asked for; each sum of products is a coefficient of a
product of two polynomials.
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
    for i in range(M):
        for j in range(N):
            C[i, j] = (np.poly1d(a[i]) * np.poly1d(b[::-1, j])).coeffs[K - 1]
