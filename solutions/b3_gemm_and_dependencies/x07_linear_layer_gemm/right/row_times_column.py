"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Multiplies a slice of a by a slice of b with a step of N and sums.
"""


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            c[i * N + j] = (a[i * K : (i + 1) * K] * b[j::N]).sum()
