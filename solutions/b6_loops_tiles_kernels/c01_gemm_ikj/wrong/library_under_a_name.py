"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Copies the inputs and has the library multiply the copies, under another name.
"""

import numpy as np

combine = getattr(np, "mat" + "mul")


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    a = np.array([[A[i, k] for k in range(A.shape[1])] for i in range(A.shape[0])], np.float32)
    b = np.array([[B[k, j] for j in range(B.shape[1])] for k in range(B.shape[0])], np.float32)
    C[:] = combine(a.reshape(A.shape), b.reshape(B.shape))
