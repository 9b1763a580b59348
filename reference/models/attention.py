"""Softmax attention without the table of scores: running statistics, the tiled pass, the bytes.

softmax(QKᵀ/√d)·V needs the maximum and the sum of each row of scores. Both can be merged from
parts, so the keys can be visited in blocks and the T x S table never has to exist at once. The
result is the same exact attention and the FLOP are the same; only what is stored differs.

Sources: Milakov, Gimelshein, "Online normalizer calculation for softmax" (2018),
arXiv:1805.02867; Dao, Fu, Ermon, Rudra, Ré, "FlashAttention" (2022), arXiv:2205.14135.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from reference.models import domain

Float64s = NDArray[np.float64]
NEUTRAL = (-math.inf, 0.0)
"""Statistics of no scores at all, or of masked ones only."""


def merge_stats(m1: float, l1: float, m2: float, l2: float) -> tuple[float, float]:
    """Return the statistics of two sets of scores together.

    m = max(m1, m2) and l = l1·exp(m1 - m) + l2·exp(m2 - m), where m is the maximum and l the sum
    Σ exp(s - m). Associative and commutative up to rounding.

    Parameters
    ----------
    m1, m2 : float
        Maxima, finite; or -inf for a set without scores.
    l1, l2 : float
        Sums, finite and >= 0; 0 for a set without scores.

    Raises
    ------
    ValueError
        A number is out of range, or m is -inf and l is not 0.
    """
    sets = [_checked("1", m1, l1), _checked("2", m2, l2)]
    m = max(maximum for maximum, _ in sets)
    if m == -math.inf:
        return NEUTRAL  # not -inf - -inf, which is NaN
    return m, math.fsum(total * math.exp(maximum - m) for maximum, total in sets)


def online_stats(blocks: Iterable[NDArray[np.floating]]) -> tuple[float, float]:
    """Return (maximum, Σ exp(s - maximum)) of all scores in one pass over their blocks.

    Parameters
    ----------
    blocks : iterable of float arrays
        Any shapes and sizes, also empty. Scores are finite, or -inf where masked.

    Returns
    -------
    tuple of float
        `NEUTRAL` where there is no score that is not masked.

    Raises
    ------
    ValueError
        A score is NaN or +inf.
    """
    stats = NEUTRAL
    for block in blocks:
        scores = np.asarray(block, dtype=np.float64)
        if not bool(np.all(scores < math.inf)):
            raise ValueError("scores must be finite or -inf")
        m = float(np.max(scores, initial=-math.inf))
        if m > -math.inf:
            stats = merge_stats(*stats, m, float(np.sum(np.exp(scores - m))))
    return stats


def flash_attention(
    Q: NDArray[np.floating],
    K: NDArray[np.floating],
    V: NDArray[np.floating],
    block: int,
    causal: bool = False,
) -> Float64s:
    """Return softmax(QKᵀ/√d)·V in float64, visiting the keys `block` at a time.

    For each block with scores s: m' = max(m, max s), r = exp(m - m'), p = exp(s - m'),
    l = l·r + Σp, O = O·r + p·V, m = m'; at the end O / l. Besides the result it holds T x block
    scores.

    Parameters
    ----------
    Q, K, V : float arrays of shape (T, d), (S, d), (S, dv)
        Finite; every extent at least 1.
    block : int
        Keys of one tile, >= 1; more than S is one tile.
    causal : bool
        Whether query t sees the keys 0 ... t only; needs T = S.

    Returns
    -------
    float64 array of shape (T, dv)

    Raises
    ------
    ValueError
        The shapes do not fit, a number is not finite, or `block` is below 1.
    """
    q, k, v = _checked_inputs(Q, K, V, causal)
    block = domain.integer("block", block, 1)
    q = q / math.sqrt(q.shape[1])
    queries, keys = len(q), len(k)
    m = np.full(queries, -math.inf)
    total = np.zeros(queries)
    weighted = np.zeros((queries, v.shape[1]))
    for start in range(0, keys, block):
        stop = min(start + block, keys)
        # Queries before `start` see nothing of a causal tile; skipped, not multiplied by zero,
        # because their m may still be -inf.
        seen = slice(start if causal else 0, queries)
        scores = q[seen] @ k[start:stop].T
        if causal:
            _mask_later(scores)
        higher = np.maximum(m[seen], scores.max(axis=1))
        rescale, weights = np.exp(m[seen] - higher), np.exp(scores - higher[:, np.newaxis])
        total[seen] = total[seen] * rescale + weights.sum(axis=1)
        weighted[seen] = weighted[seen] * rescale[:, np.newaxis] + weights @ v[start:stop]
        m[seen] = higher
    return np.asarray(weighted / total[:, np.newaxis])


def attention(
    Q: NDArray[np.floating],
    K: NDArray[np.floating],
    V: NDArray[np.floating],
    causal: bool = False,
) -> Float64s:
    """Return the same from the whole T x S table of scores; arguments and errors as there."""
    q, k, v = _checked_inputs(Q, K, V, causal)
    scores = q @ k.T / math.sqrt(q.shape[1])
    if causal:
        _mask_later(scores)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray((weights @ v) / weights.sum(axis=1, keepdims=True))


def score_bytes(batch: int, heads: int, T: int, itemsize: int) -> int:
    """Return the bytes of one T x T table (scores or probabilities) of all heads, b h T² s.

    Parameters
    ----------
    batch, heads, T, itemsize : int
        Sequences, heads, positions, bytes of an element; each >= 1.

    Raises
    ------
    ValueError
        An argument is below 1.
    """
    return _heads(batch, heads, itemsize) * domain.integer("T", T, 1) ** 2


def tile_bytes(batch: int, heads: int, rows: int, columns: int, itemsize: int) -> int:
    """Return the bytes of one tile of scores in every head, b h rows columns s; each >= 1."""
    size = domain.integer("rows", rows, 1) * domain.integer("columns", columns, 1)
    return _heads(batch, heads, itemsize) * size


def statistics_bytes(batch: int, heads: int, T: int, itemsize: int) -> int:
    """Return the bytes of the running m and l of every query and head, 2 b h T s; each >= 1."""
    return 2 * _heads(batch, heads, itemsize) * domain.integer("T", T, 1)


def attention_flop(T: int, d: int) -> int:
    """Return the FLOP of QKᵀ and PV in one head without mask, 4 T² d, tiled or not; each >= 1."""
    return 4 * domain.integer("T", T, 1) ** 2 * domain.integer("d", d, 1)


def _heads(batch: int, heads: int, itemsize: int) -> int:
    counts = (("batch", batch), ("heads", heads), ("itemsize", itemsize))
    return math.prod(domain.integer(name, count, 1) for name, count in counts)


def _checked(which: str, m: float, total: float) -> tuple[float, float]:
    total = domain.real(f"l{which}", total, low=0)
    if m == -math.inf:
        if total:
            raise ValueError(f"l{which} must be 0 where m{which} is -inf, not {total}")
        return NEUTRAL
    return domain.real(f"m{which}", m), total


def _checked_inputs(
    Q: NDArray[np.floating], K: NDArray[np.floating], V: NDArray[np.floating], causal: bool
) -> tuple[Float64s, Float64s, Float64s]:
    q, k, v = (np.asarray(array, dtype=np.float64) for array in (Q, K, V))
    shapes = f"{q.shape}, {k.shape} and {v.shape}"
    if not q.ndim == k.ndim == v.ndim == 2 or 0 in q.shape + k.shape + v.shape:
        raise ValueError(f"Q, K and V must be matrices with no empty extent, not {shapes}")
    if q.shape[1] != k.shape[1] or len(k) != len(v):
        raise ValueError(f"Q, K and V must have shapes (T, d), (S, d) and (S, dv), not {shapes}")
    if causal and len(q) != len(k):
        raise ValueError(f"causal needs as many queries as keys, not {len(q)} and {len(k)}")
    if not all(bool(np.isfinite(array).all()) for array in (q, k, v)):
        raise ValueError("Q, K and V must be finite")
    return q, k, v


def _mask_later(scores: Float64s) -> None:
    """Mask the keys after the query; row 0 and column 0 are the same position."""
    scores[np.triu_indices(len(scores), 1, scores.shape[1])] = -math.inf
