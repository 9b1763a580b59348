"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Takes T for the number of blocks in each direction, not for their size.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    rows, columns, depth = (max(1, -(-size // T)) for size in (M, N, K))
    for i0 in range(0, M, rows):
        for j0 in range(0, N, columns):
            for k0 in range(0, K, depth):
                for i in range(i0, min(i0 + rows, M)):
                    for k in range(k0, min(k0 + depth, K)):
                        for j in range(j0, min(j0 + columns, N)):
                            C[i, j] += A[i, k] * B[k, j]
