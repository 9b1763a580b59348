"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Makes the kernel in a function, with what it needs in a closure.
"""

from numba import cuda, float32


def _kernel(dtype, step):
    zero = dtype(0)

    @cuda.jit
    def multiply(A, B, C):
        a = cuda.shared.array((TILE, TILE), dtype)
        b = cuda.shared.array((TILE, TILE), dtype)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        j = cuda.blockIdx.x * TILE + x
        i = cuda.blockIdx.y * TILE + y
        M, K = A.shape
        N = B.shape[1]
        total = zero
        for k0 in range(0, K, TILE):
            a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else zero
            b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else zero
            cuda.syncthreads()
            for k in range(0, TILE, step):
                total += a[y, k] * b[k, x]
            cuda.syncthreads()
        if i < M and j < N:
            C[i, j] = total

    return multiply


gemm_shared = _kernel(float32, 1)
