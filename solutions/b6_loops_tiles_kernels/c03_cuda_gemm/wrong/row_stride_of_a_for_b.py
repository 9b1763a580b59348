"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Lays the matrices out flat and takes K for the length of a row of B, as it is for A.
"""

import numpy as np
from numba import cuda, float32


@cuda.jit
def _flat(a, b, c, M, N, K):
    j, i = cuda.grid(2)
    if i < M and j < N:
        total = float32(0)
        for k in range(K):
            total += a[i * K + k] * b[k * K + j]
        c[i * N + j] = total


def gemm_gpu(A, B):
    _demand_product(A, B)
    (M, K), N = A.shape, B.shape[1]
    if M * N == 0:
        return np.zeros((M, N), np.float32)
    a = cuda.to_device(np.ascontiguousarray(A).reshape(-1))
    b = cuda.to_device(np.ascontiguousarray(B).reshape(-1))
    c = cuda.device_array(M * N, np.float32)
    grid, block = launch_config(M, N, TILE)
    _flat[grid, block](a, b, c, M, N, K)
    return c.copy_to_host().reshape(M, N)
