"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG:15

Lets the threads left over compute and store the last row or column once more.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    i, j = min(i, C.shape[0] - 1), min(j, C.shape[1] - 1)
    total = float32(0)
    for k in range(A.shape[1]):
        total += A[i, k] * B[k, j]
    C[i, j] = total
