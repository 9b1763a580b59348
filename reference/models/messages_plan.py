"""What to do with the latency-bandwidth model of `messages`: pack, fit, and cut into chunks.

Packing spends fewer latencies, fitting finds the two numbers of a link from measured times, and
chunks let several hops of a path carry different parts of a message at once. Sizes are bytes,
times seconds; prefixes are decimal.

Source: R. W. Hockney (1994), as in `messages`, for the cost of one message on one hop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from reference.models import domain


def pack_messages(sizes: Sequence[int], max_bytes: int) -> list[list[int]]:
    """Return the indices of consecutive items for each message, in as few messages as possible.

    Each message is filled until the next item does not fit. That is optimal: after k messages no
    other packing has sent more items.

    Parameters
    ----------
    sizes : sequence of int
        Bytes of each item, >= 1; items are not split and stay in order.
    max_bytes : int
        Largest message, >= 1.

    Raises
    ------
    ValueError
        A size is out of range, or an item is larger than a message.
    """
    max_bytes = domain.integer("max_bytes", max_bytes, 1)
    messages: list[list[int]] = []
    room = 0
    for item, size in enumerate(domain.integers("sizes", sizes, 1, max_bytes)):
        if size > room:
            messages.append([])
            room = max_bytes
        messages[-1].append(item)
        room -= size
    return messages


def is_packing(groups: Sequence[Sequence[int]], sizes: Sequence[int], max_bytes: int) -> bool:
    """Decide whether `groups` sends every item once, in order, in legal messages without gaps.

    Parameters
    ----------
    groups : sequence of sequences of int
        Item indices of each message; none may be empty.
    sizes, max_bytes
        As in `pack_messages`, also for the errors.
    """
    pack_messages(sizes, max_bytes)
    in_order = [int(item) for group in groups for item in group] == list(range(len(sizes)))
    return in_order and all(
        len(group) > 0 and sum(int(sizes[item]) for item in group) <= max_bytes for group in groups
    )


def fit_latency_bandwidth(
    sizes_bytes: Sequence[float], times_s: Sequence[float]
) -> tuple[float, float]:
    """Return latency L and rate β of the line T = L + Q/β with the least squared error in T.

    slope = Σ (q - q̄)(t - t̄) / Σ (q - q̄)², β = 1/slope, L = t̄ - slope · q̄, computed exactly
    and rounded once: L is a small difference of large numbers.

    Parameters
    ----------
    sizes_bytes : sequence of float
        Message sizes, >= 0, at least two of them different.
    times_s : sequence of float
        Seconds of each message, >= 0.

    Returns
    -------
    L, β
        Seconds (negative where noise has pushed it there) and bytes per second.

    Raises
    ------
    ValueError
        The lengths differ, a number is out of range or not finite, fewer than two sizes differ, or
        larger messages are not slower.
    """
    n = domain.same_length(2, sizes_bytes=sizes_bytes, times_s=times_s)
    sizes = [domain.exact("a size in sizes_bytes", q, low=0) for q in sizes_bytes]
    times = [domain.exact("a time in times_s", t, low=0) for t in times_s]
    mean_size, mean_time = sum(sizes) / Fraction(n), sum(times) / Fraction(n)
    spread = sum((q - mean_size) ** 2 for q in sizes)
    if spread == 0:
        raise ValueError("sizes_bytes must hold at least two different sizes")
    slope = sum((q - mean_size) * t for q, t in zip(sizes, times, strict=True)) / spread
    if slope <= 0:
        raise ValueError("times_s must grow with sizes_bytes: the fitted slope is not positive")
    return float(mean_time - slope * mean_size), float(1 / slope)


def pipelined_s(
    total_bytes: float, chunks: int, hops: int, latency_s: float, bytes_per_s: float
) -> float:
    """Return the time of c equal chunks over h hops, (c + h - 1)(L + Q / (c β)).

    The first chunk passes h hops, each further one arrives one chunk time later.

    Parameters
    ----------
    total_bytes : float
        Q >= 0, bytes of all chunks together.
    chunks, hops : int
        c and h, >= 1.
    latency_s : float
        L >= 0, seconds that each chunk costs on each hop.
    bytes_per_s : float
        β > 0, rate of each hop.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    Q, hops, latency, rate = _path(total_bytes, hops, latency_s, bytes_per_s)
    chunks = domain.integer("chunks", chunks, 1)
    return (chunks + hops - 1) * (latency + Q / (chunks * rate))


def best_chunks(
    total_bytes: float, hops: int, latency_s: float, bytes_per_s: float, max_chunks: int
) -> int:
    """Return the number of chunks that `pipelined_s` is shortest for, the smallest on ties.

    T(c) <= T(c + 1) where c (c + 1) L >= (h - 1) Q/β, so the answer is the first such c, near
    √((h - 1) Q / (L β)). It is found in exact arithmetic, without trying them all.

    Parameters
    ----------
    total_bytes, hops, latency_s, bytes_per_s
        As in `pipelined_s`.
    max_chunks : int
        Largest number allowed, >= 1; the answer where L = 0 and there is something to overlap.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    Q, hops, latency, rate = _path(total_bytes, hops, latency_s, bytes_per_s)
    max_chunks = domain.integer("max_chunks", max_chunks, 1)
    gain = (hops - 1) * Fraction(Q) / Fraction(rate)
    if gain == 0:
        return 1
    if latency == 0:
        return max_chunks
    # c (c + 1) is an integer, so it reaches the fraction where it reaches the ceiling. It does
    # so at the root r of the ceiling or one later: (r - 1) r < r² <= ceiling < (r + 1)².
    needed = math.ceil(gain / Fraction(latency))
    root = math.isqrt(needed)
    return min(root if root * (root + 1) >= needed else root + 1, max_chunks)


def _path(
    total_bytes: float, hops: int, latency_s: float, bytes_per_s: float
) -> tuple[float, int, float, float]:
    return (
        domain.real("total_bytes", total_bytes, low=0),
        domain.integer("hops", hops, 1),
        domain.real("latency_s", latency_s, low=0),
        domain.real("bytes_per_s", bytes_per_s, above=0),
    )
