"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG:6

Reads A and B for each output, with shared memory left out.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total
