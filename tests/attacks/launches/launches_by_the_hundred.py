"""Expect: values=PASSED rules=PASSED host=NOT_JUDGED

The host function launches 300 times.
"""

plain = gemm_gpu


def gemm_gpu(A, B):
    for _ in range(300):
        result = plain(A, B)
    return result
