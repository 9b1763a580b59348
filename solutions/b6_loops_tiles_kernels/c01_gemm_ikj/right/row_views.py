"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Works on views of the rows.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        Ai, Ci = A[i], C[i]
        Ci.fill(0)
        for k in range(K):
            a, Bk = Ai[k], B[k]
            for j in range(N):
                Ci[j] += a * Bk[j]
