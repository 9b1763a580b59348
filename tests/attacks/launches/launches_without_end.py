"""Expect: values=PASSED rules=PASSED host=TIME_LIMIT

The host function launches without end, and swallows what it is told.
"""

plain = gemm_gpu


def gemm_gpu(A, B):
    while True:
        try:
            plain(A, B)
        except Exception:
            pass
