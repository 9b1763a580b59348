"""What C = AB means, what float32 may do to it, and the i-j-k baseline rounded as float32 rounds.

Three answers to "which C is right?": `product` is the meaning in float64; `forward_bound` is how
far a float32 result may be from it, whatever the order of the sum; `matmul_flat` is one particular
float32 result, the one of the textbook loops on flat row-major storage.

Source: Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd ed., §3.1 and §3.5.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

UNIT_ROUNDOFF = 2.0**-24
"""u of float32 under rounding to nearest."""

Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]


def product(A: Float32s, B: Float32s) -> Float64s:
    """Return AB in float64: C[i, j] = Σ_k A[i, k] · B[k, j].

    Exact where both hold integers and every Σ|a||b| stays below 2**53.

    Parameters
    ----------
    A, B
        Shapes (M, K) and (K, N); K = 0 gives zeros.

    Raises
    ------
    ValueError
        The shapes do not fit.
    """
    _demand_product(A, B)
    return A.astype(np.float64) @ B.astype(np.float64)


def gamma(n: int) -> float:
    """Return γ_n = n·u / (1 − n·u): the relative error that n float32 roundings can build up.

    Raises
    ------
    ValueError
        n is negative, or n·u >= 1, where the bound no longer means anything.
    """
    if n < 0 or n * UNIT_ROUNDOFF >= 1:
        raise ValueError(f"gamma needs 0 <= n < 2**24, not {n}")
    return n * UNIT_ROUNDOFF / (1 - n * UNIT_ROUNDOFF)


def forward_bound(A: Float32s, B: Float32s) -> Float64s:
    """Return γ_{K+1} · (|A||B|), the largest |C − AB| of a correct float32 product, shape (M, N).

    Holds for every order of summation and with or without fused multiply-add. One rounding more
    than K is allowed: the last one, where a wider accumulator is stored as float32.

    Raises
    ------
    ValueError
        The shapes do not fit.
    """
    _demand_product(A, B)
    return gamma(A.shape[1] + 1) * product(np.abs(A), np.abs(B))


def matmul_flat(a: Float32s, b: Float32s, c: Float32s, M: int, N: int, K: int) -> None:
    """Overwrite `c` with AB as the i-j-k loops with a float32 accumulator leave it.

    c[i·N + j] = Σ_k a[i·K + k] · b[k·N + j], k ascending from an accumulator of 0, each product
    and each sum rounded to float32 (no fused multiply-add).

    Parameters
    ----------
    a, b, c
        One-dimensional float32, row-major, of M·K, K·N and M·N elements.
    M, N, K
        At least 0; K = 0 gives zeros.

    Raises
    ------
    ValueError
        A size is negative, or an array is not one-dimensional float32 of the size it should have.
    """
    if min(M, N, K) < 0:
        raise ValueError(f"sizes M={M}, N={N}, K={K} must not be negative")
    for name, array, size in (("a", a, M * K), ("b", b, K * N), ("c", c, M * N)):
        if array.shape != (size,) or array.dtype != np.float32:
            raise ValueError(f"{name} is {array.dtype}{array.shape}, not float32 of size {size}")
    rows, columns = a.reshape(M, K), b.reshape(K, N)
    accumulators = np.zeros((M, N), np.float32)
    # All (i, j) at once is the same arithmetic: each accumulator still takes k in order, and NumPy
    # rounds the product before it adds.
    for k in range(K):
        accumulators += rows[:, k, np.newaxis] * columns[np.newaxis, k, :]
    c[:] = accumulators.reshape(-1)


def _demand_product(A: Float32s, B: Float32s) -> None:
    if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[0]:
        raise ValueError(f"no product of shapes {A.shape} and {B.shape}")
