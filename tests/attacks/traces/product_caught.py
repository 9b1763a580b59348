"""Expect: values=PASSED trace=FORBIDDEN

Tries the library first and falls back to honest loops when it is refused.
"""


def gemm_ikj(A, B, C):
    try:
        C[...] = A @ B
    except BaseException:
        C[...] = 0
        for i in range(A.shape[0]):
            for k in range(A.shape[1]):
                a = A[i, k]
                for j in range(B.shape[1]):
                    C[i, j] += a * B[k, j]
