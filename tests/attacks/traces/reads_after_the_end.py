"""Expect: values=PASSED trace=WRONG

Leaves a generator and a thread behind that go on reading.
"""

import threading


def honest(A, B, C):
    C[...] = 0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a = A[i, k]
            for j in range(B.shape[1]):
                C[i, j] += a * B[k, j]


def gemm_ikj(A, B, C):
    honest(A, B, C)
    recorder = getattr(A, "_recorder", None)
    if recorder is not None:
        ever = iter(lambda: A[0, 0], None)
        next(ever)
        threading.Thread(target=lambda: [*ever], daemon=True).start()
