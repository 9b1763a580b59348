"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Lets the library multiply the blocks.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            C[i0 : i0 + T, j0 : j0 + T] = 0
            for k0 in range(0, K, T):
                rows, columns = A[i0 : i0 + T, k0 : k0 + T], B[k0 : k0 + T, j0 : j0 + T]
                C[i0 : i0 + T, j0 : j0 + T] += rows @ columns
