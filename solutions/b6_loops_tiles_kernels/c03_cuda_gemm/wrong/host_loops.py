"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Launches nothing and multiplies in loops on the host.
"""

import numpy as np


def gemm_gpu(A, B):
    _demand_product(A, B)
    C = np.zeros((A.shape[0], B.shape[1]), np.float32)
    for k in range(A.shape[1]):
        C += A[:, k : k + 1] * B[k]
    return C
