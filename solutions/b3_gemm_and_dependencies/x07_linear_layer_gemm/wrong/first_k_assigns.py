"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

The first k starts the sum; with K = 0 nobody writes c.
"""


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            for k in range(K):
                product = a[i * K + k] * b[k * N + j]
                total = product if k == 0 else total + product
                if k == K - 1:
                    c[i * N + j] = total
