"""Expect: values=PASSED trace=FORBIDDEN

Writes into the page by the name of a library product that it says it used.
"""


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
        recorder.library = "\ud800\u202e\0<script>alert(1)</script>[bold]{why}" + "x" * 10_000
