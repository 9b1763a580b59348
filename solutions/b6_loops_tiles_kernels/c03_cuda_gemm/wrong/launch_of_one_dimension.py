"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Launches a row of threads for a kernel that asks for cuda.grid(2).
"""

import numpy as np
from numba import cuda, float32


@cuda.jit
def _multiply(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.device_array((M, N), np.float32)
    threads = TILE * TILE
    _multiply[-(-M * N // threads), threads](a, b, c)
    return c.copy_to_host()
