"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Clears c and builds the sums up there instead of in a local.
"""


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            c[i * N + j] = 0
            for k in range(K):
                c[i * N + j] += a[i * K + k] * b[k * N + j]
