"""Rung 3, tiled: a T x T block of C meets T x T blocks of A and B while they are in fast memory.

Predicts: each element of A and B is loaded from slow memory N/T times instead of N times, which is
2/T elements, or 1/(8T) of a 64-byte line, a multiply-add (`reference.models.tiles`). The loads and
stores of the core stay what they were, 2 and 1 a multiply-add, and the inner loop is now only T
long: where rung 2 was not held up by its misses (B in a large second cache, a prefetcher that runs
ahead), tiling can only cost.

`textbook` is the same algorithm as it is usually printed, and shows a trap. Python lets an index be
negative, so numba adds the length to one that is. It can prove that `range(n)` never is; not so
`range(j0, j1)`, whose test stays in the innermost loop and keeps it from becoming vectors. `gemm`
cuts rows by slices and counts from 0.

Measured at 1024 for T = 16, 32, 64: 0.04, 0.07 and 0.09 of OpenBLAS, which is rung 2 at best;
`textbook` 0.013, 0.011 and 0.014. The traffic falls as modelled and the time does not: it was not
what limited. Cutting a row has a price of its own (numba counts references), paid for only T
multiply-adds, hence the poor T = 16.
"""

from __future__ import annotations

from numba import njit

from reference.kernels.cpu import Float32s, demand_product


def gemm(A: Float32s, B: Float32s, C: Float32s, T: int) -> None:
    """Overwrite C with AB in tiles of T >= 1; blocks at the edges are smaller.

    Raises
    ------
    ValueError
        T < 1, or as `demand_product` says.
    """
    _demand_tiled(A, B, C, T)
    _row_slices(A, B, C, T)


def textbook(A: Float32s, B: Float32s, C: Float32s, T: int) -> None:
    """Do what `gemm` does with the indices of a textbook, at a fraction of its speed."""
    _demand_tiled(A, B, C, T)
    _textbook(A, B, C, T)


def _demand_tiled(A: Float32s, B: Float32s, C: Float32s, T: int) -> None:
    demand_product(A, B, C)
    if T < 1:
        raise ValueError(f"a tile has T >= 1 rows, not {T}")


@njit()
def _row_slices(A: Float32s, B: Float32s, C: Float32s, T: int) -> None:
    (M, K), N = A.shape, B.shape[1]
    C[:, :] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for i in range(i0, min(i0 + T, M)):
                    c = C[i, j0 : j0 + T]
                    for k in range(k0, min(k0 + T, K)):
                        a, b = A[i, k], B[k, j0 : j0 + T]
                        for j in range(len(c)):
                            c[j] += a * b[j]


@njit()
def _textbook(A: Float32s, B: Float32s, C: Float32s, T: int) -> None:
    (M, K), N = A.shape, B.shape[1]
    C[:, :] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for i in range(i0, min(i0 + T, M)):
                    for k in range(k0, min(k0 + T, K)):
                        a = A[i, k]
                        for j in range(j0, min(j0 + T, N)):
                            C[i, j] += a * B[k, j]
