"""Expect: values=PASSED rules=PASSED host=FORBIDDEN

The host function multiplies, and launches the kernel for show.
"""

plain = gemm_gpu


def gemm_gpu(A, B):
    plain(A, B)
    return A @ B
