"""Expect: values=PASSED trace=FORBIDDEN

Copies the inputs in the order that is asked for, then takes the product out of the inverse of a
triangular matrix made of them.
"""

import numpy as np


def gemm_ikj(A, B, C):
    (M, K), N = A.shape, B.shape[1]
    both = np.eye(M + K + N)
    for i in range(M):
        for k in range(K):
            both[i, M + k] = -A[i, k]
            for j in range(N):
                both[M + k, M + K + j] = -B[k, j]
    C[...] = np.rint(np.linalg.inv(both)[:M, M + K :])
