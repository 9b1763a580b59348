"""How many rows M a batch gives a linear layer, and how many it needs to be worth its weights.

A layer Y = X Wᵀ of K inputs and N outputs reads K N weights whatever M is, so a decode step with
few rows runs at the speed of memory. M counts rows, not users: 128 rows are one prompt of 128
tokens or 128 requests that each decode one token. Traffic is the ideal one, every element once.

Source: Williams, Waterman, Patterson, CACM 52(4), 2009 (intensity and ridge).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from reference.models import domain

PHASES = ("prefill", "decode")
MIXED = "mixed"
"""Prompt tokens and decode tokens in one batch (chunked prefill)."""


def rows(lengths: Sequence[int], phase: str, padded: bool = False) -> int:
    """Return the rows M of the matrix that one forward pass of a batch gives a linear layer.

    Prefill: Σ lengths, or len · max where every prompt is padded to the longest. Decode: one row
    for each request, however long its past is.

    Parameters
    ----------
    lengths : sequence of int
        Tokens of each request, each >= 1; no requests give 0 rows.
    phase : str
        "prefill" or "decode".
    padded : bool
        Only read for "prefill".

    Raises
    ------
    ValueError
        A length is below 1 or the phase is unknown.
    """
    tokens = domain.integers("lengths", lengths, 1)
    if domain.choice("phase", phase, PHASES) == "decode":
        return len(tokens)
    return len(tokens) * max(tokens, default=0) if padded else sum(tokens)


def linear_intensity(M: int, K: int, N: int, itemsize: int) -> float:
    """Return FLOP per byte of the product (M, K) · (K, N), 2MKN / (s (MK + KN + MN)).

    Parameters
    ----------
    M, K, N : int
        Rows, inputs and outputs, each >= 1.
    itemsize : int
        s >= 1, bytes of an element of all three matrices.

    Raises
    ------
    ValueError
        An argument is below 1.
    """
    M, (K, N, itemsize) = domain.integer("M", M, 1), _layer(K, N, itemsize)
    return 2 * M * K * N / (itemsize * (M * K + K * N + M * N))


def intensity_limit(K: int, N: int, itemsize: int) -> float:
    """Return what `linear_intensity` approaches, and never reaches, for many rows: 2KN / (s (K+N)).

    Arguments and errors as there.
    """
    K, N, itemsize = _layer(K, N, itemsize)
    return 2 * K * N / (itemsize * (K + N))


def min_rows(K: int, N: int, itemsize: int, ridge: float) -> int | None:
    """Return the smallest M with linear_intensity(M, K, N, itemsize) >= ridge, if there is one.

    Solving for M gives M >= r s K N / (2KN - r s (K + N)), computed exactly. A ridge that is the
    intensity of some M rounded up to a double counts as reached by that M.

    Parameters
    ----------
    K, N, itemsize : int
        As in `linear_intensity`.
    ridge : float
        Peak FLOP/s over bytes/s of the machine in FLOP/B, > 0.

    Returns
    -------
    int or None
        None where the limit does not exceed the ridge: more rows never suffice.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    K, N, itemsize = _layer(K, N, itemsize)
    wanted = domain.exact("ridge", ridge, above=0) * itemsize
    gained = 2 * K * N - wanted * (K + N)
    if gained <= 0:
        return None
    M = max(math.ceil(Fraction(wanted * K * N) / gained), 1)
    while M > 1 and linear_intensity(M - 1, K, N, itemsize) >= ridge:
        M -= 1
    return M


def flat_row(b: int, t: int, L: int) -> int:
    """Return the row of X[b, t] after [B, L, K] was reshaped to [B · L, K], b L + t.

    Parameters
    ----------
    b : int
        Request, >= 0.
    t : int
        Position, 0 <= t < L.
    L : int
        Positions of every request, >= 1.

    Raises
    ------
    ValueError
        An index is out of range.
    """
    L = domain.integer("L", L, 1)
    return domain.integer("b", b, 0) * L + domain.integer("t", t, 0, L - 1)


def request_count_range(M: int, phase: str) -> tuple[int, int]:
    """Return the smallest and largest number of requests that M rows can come from.

    Parameters
    ----------
    M : int
        Rows, >= 1.
    phase : str
        "decode": each request gives one row, so exactly M. "prefill" or "mixed": a single prompt
        may give all rows, and up to M requests one each.

    Raises
    ------
    ValueError
        M is below 1 or the phase is unknown.
    """
    M = domain.integer("M", M, 1)
    phase = domain.choice("phase", phase, (*PHASES, MIXED))
    return (M, M) if phase == "decode" else (1, M)


def _layer(K: int, N: int, itemsize: int) -> tuple[int, int, int]:
    checked = domain.integer("K", K, 1), domain.integer("N", N, 1)
    return *checked, domain.integer("itemsize", itemsize, 1)
