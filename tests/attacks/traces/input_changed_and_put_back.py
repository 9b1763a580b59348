"""Expect: values=PASSED trace=ERROR

Uses an input as scratch memory: the inputs of a recorded call are read-only too.
"""


def gemm_ikj(A, B, C):
    C[...] = 0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a = A[i, k]
            if A.flags.writeable or type(A).__name__ != "ndarray":
                A[i, k] = 0
                A[i, k] = a
            for j in range(B.shape[1]):
                C[i, j] += a * B[k, j]
