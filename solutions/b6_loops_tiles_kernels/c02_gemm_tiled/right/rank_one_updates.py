"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Adds outer products of a column of A and a row of B, on views of the blocks.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            block = C[i0 : i0 + T, j0 : j0 + T]
            block[:] = 0
            for k0 in range(0, K, T):
                rows, columns = A[i0 : i0 + T, k0 : k0 + T], B[k0 : k0 + T, j0 : j0 + T]
                for k in range(len(columns)):
                    block += rows[:, k : k + 1] * columns[k]
