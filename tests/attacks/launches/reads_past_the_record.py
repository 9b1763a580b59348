"""Expect: values=PASSED rules=WRONG host=WRONG

Takes the elements from the buffer behind the array: no access is recorded.
"""

import numpy as np
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    j, i = cuda.grid(2)
    a, b = A._values.reshape(A.shape), B._values.reshape(B.shape)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = sum((a[i, k] * b[k, j] for k in range(A.shape[1])), np.float32(0))
