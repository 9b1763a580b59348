"""Rung 2, i-k-j: the same multiply-adds with the two inner loops exchanged.

Predicts: one element of A meets a whole row of B and a whole row of C. All three are read along
rows, so that a multiply-add misses at most 1/16 of a 64-byte line (on B; the row of C stays in the
first cache), and the additions of the inner loop belong to different sums: they are independent,
and become vectors. What remains is 2 loads and 1 store a multiply-add, and all of B passes by for
each row of A.

Measured: 0.09 of OpenBLAS at 1024, 30 times rung 1. That is 1.7 times what main memory could feed
if all of B came from there for each row: a large last cache keeps B.
"""

from __future__ import annotations

from numba import njit

from reference.kernels.cpu import Float32s, demand_product


def gemm(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Overwrite C with AB; shapes and errors as `demand_product` says."""
    demand_product(A, B, C)
    _ikj(A, B, C)


@njit()
def _ikj(A: Float32s, B: Float32s, C: Float32s) -> None:
    (M, K), N = A.shape, B.shape[1]
    C[:, :] = 0
    for i in range(M):
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                C[i, j] += a * B[k, j]
