"""Expect: values=PASSED rules=PASSED host=PASSED

The host function adds up products of whole arrays, and launches the kernel for show.
"""

plain = gemm_gpu


def gemm_gpu(A, B):
    plain(A, B)
    return (A[:, :, None] * B[None]).sum(1)
