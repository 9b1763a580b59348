"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Refuses sizes that T does not divide.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    if M % T or N % T or K % T:
        raise ValueError("T has to divide the sizes")
    C[:] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for k in range(k0, k0 + T):
                    for i in range(i0, i0 + T):
                        C[i, j0 : j0 + T] += A[i, k] * B[k, j0 : j0 + T]
