"""Expect: values=PASSED trace=WRONG

Multiplies i-j-k and then walks over the inputs in the order that is asked for.
"""

import numpy as np


def gemm_ikj(A, B, C):
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            total = np.float32(0)
            for k in range(A.shape[1]):
                total += A[i, k] * B[k, j]
            C[i, j] = total
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            A[i, k]
            for j in range(B.shape[1]):
                B[k, j]
