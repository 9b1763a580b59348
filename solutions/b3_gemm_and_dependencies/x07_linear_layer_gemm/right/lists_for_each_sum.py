"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Copies a row and a column to lists for each sum, and stores all sums at the end.
"""


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    sums = []
    for i in range(M):
        for j in range(N):
            row, column = a[i * K : (i + 1) * K].tolist(), b[j::N].tolist()
            sums.append(sum(p * q for p, q in zip(row, column, strict=True)))
    c[:] = sums
