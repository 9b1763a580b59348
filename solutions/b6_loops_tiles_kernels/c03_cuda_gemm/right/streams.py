"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Queues copies and the kernel in a stream and waits for it.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    stream = cuda.stream()
    a = cuda.to_device(np.ascontiguousarray(A), stream=stream)
    b = cuda.to_device(np.ascontiguousarray(B), stream=stream)
    c = cuda.device_array((M, N), dtype=np.float32, stream=stream)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block, stream](a, b, c)
    C = np.empty((M, N), np.float32)
    c.copy_to_host(C, stream=stream)
    stream.synchronize()
    return C
