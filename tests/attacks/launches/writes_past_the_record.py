"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Writes the result into the buffer behind C after an honest start.
"""

import numpy as np
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    j, i = cuda.grid(2)
    a, b = A._values.reshape(A.shape), B._values.reshape(B.shape)
    if i < C.shape[0] and j < C.shape[1]:
        products = (a[i, k] * b[k, j] for k in range(A.shape[1]))
        C._values[i * C.shape[1] + j] = sum(products, np.float32(0))
