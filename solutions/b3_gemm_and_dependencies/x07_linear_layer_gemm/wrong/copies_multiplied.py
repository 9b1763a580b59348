"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Copies a row and a column for each sum, which is right, and lets the library multiply the copies.
"""


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            c[i * N + j] = a[i * K : (i + 1) * K].copy() @ b[j::N].copy()
