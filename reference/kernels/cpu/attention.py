"""Attention forward in one head without the table of scores: online softmax over tiles of keys.

Predicts: 4 T² d FLOP in the two products, T² exponentials, and no T x T table. The numpy version
writes and reads its 4 T² bytes several times over (scores, maximum, exponential, sum, product): 16
MiB at T = 2048, more than a second-level cache holds. Here a tile of scores is at most KEYS x
QUERIES and stays in the first-level cache; what is added to inputs and output is a padded copy of
each and one tile, O(T·d) altogether.

All tiles are transposed: a row holds one key, a column one query. So maximum, sum and rescaling run
along rows, for many queries at once, and no loop carries a number from one step to the next; both
products have long rows too. They are register-blocked by hand, 4 rows times 4 values of k in one
pass: 16 multiply-adds share 4 loads of B, 4 loads and 4 stores of C. The exponential is a
polynomial, because a call of expf for each score takes longer than both products.

Measured (one core of a Xeon with AVX-512; T = 2048, d = 64; bench/attention_cpu.py, medians of 21):
21 ms, 50 GFLOP/s, 1.14 to 1.31 times the numpy formulation in place with OpenBLAS; causal 12.5 ms,
0.57 times. Beyond the inputs 2.3 MiB instead of 16.5. That is no gain in time without a mask: the
processor's caches feed the table fast enough, and OpenBLAS is faster than products in plain loops.

Sources: Milakov, Gimelshein (2018), arXiv:1805.02867; Dao, Fu, Ermon, Rudra, Ré (2022),
arXiv:2205.14135; Cephes mathematical library, expf (polynomial and split of ln 2).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from reference.kernels.cpu import Float32s, demand_matrices

KEYS, QUERIES = 32, 256
"""Rows and columns of a tile of scores: 32 KiB."""
STEP = 4
"""Rows and values of k that a pass handles at once; extents are padded to multiples of it."""


def attention(Q: Float32s, K: Float32s, V: Float32s, causal: bool = False) -> Float32s:
    """Return softmax(QKᵀ/√d)·V.

    Parameters
    ----------
    Q, K, V : float32 arrays of shape (T, d), (S, d), (S, dv)
        Finite; any strides, and every extent but T at least 1.
    causal : bool
        Whether query t sees the keys 0 ... t only; needs T = S.

    Returns
    -------
    float32 array of shape (T, dv)

    Raises
    ------
    ValueError
        A dtype or a shape is another one.
    """
    _demand_attention(Q, K, V, causal)
    # Zeros in the padding add nothing to a product; the scores of padded keys are masked.
    q, k, v = (_padded(array) for array in (Q * np.float32(1 / math.sqrt(Q.shape[1])), K, V))
    out = np.empty((len(Q), V.shape[1]), np.float32)
    for start in range(0, len(Q), QUERIES):
        tile = out[start : start + QUERIES]
        q_t = np.ascontiguousarray(q[start : start + len(tile)].T)
        out_t = _attend(q_t, k, v, len(K), start if causal else len(K))
        tile[:] = out_t[: V.shape[1]].T
    return out


def _padded(matrix: Float32s) -> Float32s:
    """Return a contiguous copy with zeros added until both extents are multiples of STEP."""
    rows, columns = (-(-extent // STEP) * STEP for extent in matrix.shape)
    copy = np.zeros((rows, columns), np.float32)
    copy[: matrix.shape[0], : matrix.shape[1]] = matrix
    return copy


def _demand_attention(Q: Float32s, K: Float32s, V: Float32s, causal: bool) -> None:
    demand_matrices(Q=Q, K=K, V=V)
    shapes = f"{Q.shape}, {K.shape} and {V.shape}"
    if Q.shape[1] != K.shape[1] or len(K) != len(V):
        raise ValueError(f"Q, K and V must have shapes (T, d), (S, d) and (S, dv), not {shapes}")
    if 0 in K.shape + V.shape:
        raise ValueError(f"softmax needs at least one key and no empty row, not {shapes}")
    if causal and len(Q) != len(K):
        raise ValueError(f"causal needs as many queries as keys, not {len(Q)} and {len(K)}")


@njit()
def _attend(q_t: Float32s, k: Float32s, v: Float32s, keys: int, first_query: int) -> Float32s:
    """Return the transposed result of a tile of queries.

    Query j sees the keys 0 ... first_query + j; without a mask first_query is the number of keys.
    """
    queries = q_t.shape[1]
    highest = np.full(queries, -np.inf, np.float32)
    total = np.zeros(queries, np.float32)
    out = np.zeros((v.shape[1], queries), np.float32)
    scores = np.empty((min(KEYS, k.shape[0]), queries), np.float32)
    visible = min(keys, first_query + queries)
    for start in range(0, visible, KEYS):
        tile = scores[: min(KEYS, k.shape[0] - start)]
        tile[:] = 0
        _add_product(tile, k[start : start + KEYS], q_t)
        for r in range(len(tile)):
            # Key 0 is in the first tile and seen by all: no maximum stays at -inf.
            hidden = queries if start + r >= keys else max(0, start + r - first_query)
            tile[r, :hidden] = -np.inf
        rescale = _raise_maxima(tile, highest)
        _exponentials(tile, highest)
        _merge(total, out, tile, rescale)
        _add_product(out, v[start : start + KEYS].T, tile)
    for row in out:
        row /= total
    return out


@njit(fastmath={"contract"}, error_model="numpy")
def _add_product(C: Float32s, A: Float32s, B: Float32s) -> None:
    """Add AB to C; the rows of C and the columns of A come in fours."""
    for i in range(0, A.shape[0], STEP):
        c0, c1, c2, c3 = C[i], C[i + 1], C[i + 2], C[i + 3]
        for k in range(0, A.shape[1], STEP):
            b0, b1, b2, b3 = B[k], B[k + 1], B[k + 2], B[k + 3]
            a00, a01, a02, a03 = A[i, k], A[i, k + 1], A[i, k + 2], A[i, k + 3]
            a10, a11, a12, a13 = A[i + 1, k], A[i + 1, k + 1], A[i + 1, k + 2], A[i + 1, k + 3]
            a20, a21, a22, a23 = A[i + 2, k], A[i + 2, k + 1], A[i + 2, k + 2], A[i + 2, k + 3]
            a30, a31, a32, a33 = A[i + 3, k], A[i + 3, k + 1], A[i + 3, k + 2], A[i + 3, k + 3]
            for j in range(B.shape[1]):
                x0, x1, x2, x3 = b0[j], b1[j], b2[j], b3[j]
                # All loads before the first store: rows whose addresses differ by a multiple of
                # 4096 bytes look alike to a load that waits for earlier stores.
                y0, y1, y2, y3 = c0[j], c1[j], c2[j], c3[j]
                c0[j] = y0 + a00 * x0 + a01 * x1 + a02 * x2 + a03 * x3
                c1[j] = y1 + a10 * x0 + a11 * x1 + a12 * x2 + a13 * x3
                c2[j] = y2 + a20 * x0 + a21 * x1 + a22 * x2 + a23 * x3
                c3[j] = y3 + a30 * x0 + a31 * x1 + a32 * x2 + a33 * x3


@njit()
def _raise_maxima(tile: Float32s, highest: Float32s) -> Float32s:
    """Raise the maximum of each query to what the tile holds, return exp(old - new)."""
    before = highest.copy()
    for r in range(tile.shape[0]):
        row = tile[r]
        for j in range(len(highest)):
            highest[j] = row[j] if row[j] > highest[j] else highest[j]
    for j in range(len(before)):
        before[j] = _exp(before[j] - highest[j])
    return before


@njit()
def _exponentials(tile: Float32s, highest: Float32s) -> None:
    """Replace each score s by exp(s - highest of its query)."""
    for r in range(tile.shape[0]):
        row = tile[r]
        for j in range(len(highest)):
            row[j] = _exp(row[j] - highest[j])


@njit()
def _merge(total: Float32s, out: Float32s, weights: Float32s, rescale: Float32s) -> None:
    """Rescale the sums to the new maxima and add the weights to `total`."""
    total *= rescale
    for r in range(weights.shape[0]):
        total += weights[r]
    if rescale.min() < 1:  # after the first tiles a maximum seldom rises
        for r in range(out.shape[0]):
            out[r] *= rescale


@njit(fastmath={"contract"})
def _exp(x: np.float32) -> np.float32:
    """Return exp(x) for x <= 0 within 1.1 ulp; 0 from -87 down, next to the subnormals.

    x = n ln 2 + r with |r| <= ln 2 / 2: 2ⁿ is made of its exponent bits, exp(r) a polynomial.
    """
    # Adding 1.5 · 2²³ leaves no room for a fraction: the sum is rounded, n stands in its low bits.
    shifted = x * np.float32(1.44269504) + np.float32(12582912.0)
    n = shifted - np.float32(12582912.0)
    r = x - n * np.float32(0.693359375) + n * np.float32(2.12194440e-4)
    p = np.float32(1.9875691500e-4)
    p = p * r + np.float32(1.3981999507e-3)
    p = p * r + np.float32(8.3334519073e-3)
    p = p * r + np.float32(4.1665795894e-2)
    p = p * r + np.float32(1.6666665459e-1)
    p = p * r + np.float32(5.0000001201e-1)
    p = p * r * r + r + np.float32(1)
    power = np.int32(
        np.int32(np.float32(shifted).view(np.int32) << 23) + np.int32(0x3F800000)
    ).view(np.float32)
    return p * power if x > np.float32(-87) else np.float32(0)
