"""Expect: ex=WRONG prop=WRONG err=WRONG trace=WRONG

Fills C with one number and launches one block, whatever the inputs are.
"""

import numpy as np
from numba import cuda


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = 1


@cuda.jit
def gemm_shared(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = 1


def launch_config(M, N, tile):
    return (1, 1), (1, 1)


def gemm_gpu(A, B):
    return np.ones((2, 2), np.float32)
