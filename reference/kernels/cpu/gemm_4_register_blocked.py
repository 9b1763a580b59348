"""Rung 4, register-blocked: 4 rows of C and 4 values of k at a time, in plain loops.

Predicts: 16 elements of A stay in registers while j passes. Each step of j loads 4 elements of B
and 4 of C and stores 4 for 16 multiply-adds: 1/2 load and 1/4 store a multiply-add instead of 2 and
1. The compiler makes vectors of j. A panel of KC rows of B serves all rows of A before the next.

Measured: 0.50 of OpenBLAS at 1024 (three runs of the benchmark: 0.46, 0.53, 0.50; single rounds
0.39 to 0.72), 5 times rung 2, and short of the 0.75 that was aimed at. With 512-bit vectors a step
of 16 elements needs 4 lines of B from the second cache for 8 cycles of multiply-adds. With all
operands in the first cache the block alone ran at about 0.8 of OpenBLAS's rate, with B in the
second at 0.6. Blocks of 6 or 8 rows and copied panels of B were tried and were slower.
"""

from __future__ import annotations

from numba import njit

from reference.kernels.cpu import Float32s, demand_product

KC = 256
"""Rows of a panel of B, a multiple of 4."""


def gemm(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Overwrite C with AB; shapes and errors as `demand_product` says."""
    demand_product(A, B, C)
    _panels(A, B, C)


@njit()
def _panels(A: Float32s, B: Float32s, C: Float32s) -> None:
    M, K = A.shape
    whole_rows, whole_depth = M - M % 4, K - K % 4
    C[:, :] = 0
    for k0 in range(0, whole_depth, KC):
        for i in range(0, whole_rows, 4):
            for k in range(k0, min(k0 + KC, whole_depth), 4):
                _add_block(A, B, C, i, k)
    _add_rows(A[:whole_rows, whole_depth:], B[whole_depth:], C[:whole_rows])
    _add_rows(A[whole_rows:], B, C[whole_rows:])


# `contract` alone lets a product and a sum fuse into one instruction; no sum is reordered.
@njit(fastmath={"contract"})
def _add_block(A: Float32s, B: Float32s, C: Float32s, i: int, k: int) -> None:
    """Add A[i:i+4, k:k+4], held in 16 scalars, times 4 rows of B to 4 rows of C."""
    a00, a01, a02, a03 = A[i, k], A[i, k + 1], A[i, k + 2], A[i, k + 3]
    a10, a11, a12, a13 = A[i + 1, k], A[i + 1, k + 1], A[i + 1, k + 2], A[i + 1, k + 3]
    a20, a21, a22, a23 = A[i + 2, k], A[i + 2, k + 1], A[i + 2, k + 2], A[i + 2, k + 3]
    a30, a31, a32, a33 = A[i + 3, k], A[i + 3, k + 1], A[i + 3, k + 2], A[i + 3, k + 3]
    # Indices and no slices of rows: each slice would count references, an atomic operation.
    for j in range(C.shape[1]):
        x0, x1, x2, x3 = B[k, j], B[k + 1, j], B[k + 2, j], B[k + 3, j]
        # All loads come before the first store: rows of C whose addresses differ by a multiple of
        # 4096 bytes look like the same address to a load that waits for earlier stores.
        y0, y1, y2, y3 = C[i, j], C[i + 1, j], C[i + 2, j], C[i + 3, j]
        C[i, j] = y0 + a00 * x0 + a01 * x1 + a02 * x2 + a03 * x3
        C[i + 1, j] = y1 + a10 * x0 + a11 * x1 + a12 * x2 + a13 * x3
        C[i + 2, j] = y2 + a20 * x0 + a21 * x1 + a22 * x2 + a23 * x3
        C[i + 3, j] = y3 + a30 * x0 + a31 * x1 + a32 * x2 + a33 * x3


@njit()
def _add_rows(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Add AB to C as rung 2 does."""
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a = A[i, k]
            for j in range(C.shape[1]):
                C[i, j] += a * B[k, j]
