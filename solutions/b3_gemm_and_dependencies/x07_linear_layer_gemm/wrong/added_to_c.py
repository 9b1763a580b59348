"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Adds AB to what c held.
"""


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            for k in range(K):
                c[i * N + j] += a[i * K + k] * b[k * N + j]
