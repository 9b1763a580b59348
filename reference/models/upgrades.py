"""What helps a kernel: more peak, more bandwidth or less traffic, and from where on it stops to.

All three only move one of the two bounds of `roofline`, so each gain ends where the other bound
takes over. Two kernels are worked out: the vector addition, far on the bandwidth side, and the
matrix product, which changes sides with the reuse it gets.
"""

from __future__ import annotations

import math

from reference.models import traffic
from reference.models.domain import integer, real
from reference.models.roofline import Bounds, bounds, time_bound_s


def vector_add_bounds(n: int, itemsize: int, flop_per_s: float, bytes_per_s: float) -> Bounds:
    """Return the bounds of z = x + y on `n` elements: F = n, Q = 3·n·itemsize.

    Parameters
    ----------
    n, itemsize
        Elements of each array and bytes of one, >= 1.
    flop_per_s, bytes_per_s
        P and B, > 0; reads and writes share B.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    items = integer("n", n, 1)
    return bounds(items, 3 * items * integer("itemsize", itemsize, 1), flop_per_s, bytes_per_s)


def upgraded_bound_s(
    n: int,
    itemsize: int,
    flop_per_s: float,
    bytes_per_s: float,
    compute_factor: float,
    bandwidth_factor: float,
) -> float:
    """Return the bound of the vector addition with P and B multiplied by two factors > 0, seconds.

    max(F / (P·compute_factor), Q / (B·bandwidth_factor)). Other arguments as `vector_add_bounds`.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    before = vector_add_bounds(n, itemsize, flop_per_s, bytes_per_s)
    return max(
        before["compute_s"] / real("compute_factor", compute_factor, above=0),
        before["memory_s"] / real("bandwidth_factor", bandwidth_factor, above=0),
    )


def useful_bandwidth_factor(
    flop: float, n_bytes: float, flop_per_s: float, bytes_per_s: float
) -> float:
    """Return the factor on B beyond which more bandwidth gives nothing: max(1, (Q/B) / (F/P)).

    Parameters
    ----------
    flop
        F >= 0; with F = 0 no factor is too large and the answer is infinity.
    n_bytes
        Q > 0.
    flop_per_s, bytes_per_s
        P and B, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    at = bounds(flop, n_bytes, flop_per_s, bytes_per_s)
    if at["compute_s"] == 0:
        return math.inf
    return max(1.0, at["memory_s"] / at["compute_s"])


def gemm_regime(
    M: int,
    N: int,
    K: int,
    itemsize: int,
    model: str,
    flop_per_s: float,
    bytes_per_s: float,
) -> Bounds:
    """Return the bounds of C = AB with F = 2MNK and the traffic of one model of reuse.

    Parameters
    ----------
    M, N, K, itemsize
        Sizes and bytes of one element, >= 1.
    model
        One of `traffic.MODELS`: "ideal" or "no_reuse".
    flop_per_s, bytes_per_s
        P and B, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite, or the model is unknown.
    """
    sizes = (integer("M", M, 1), integer("N", N, 1), integer("K", K, 1))
    moved_bytes = traffic.gemm_traffic_bytes(*sizes, itemsize, model)
    return bounds(2 * math.prod(sizes), moved_bytes, flop_per_s, bytes_per_s)


def speedup_from_traffic_cut(
    flop: float, n_bytes: float, flop_per_s: float, bytes_per_s: float, cut: float
) -> float:
    """Return by which factor the bound falls when Q becomes Q/cut.

    max(F/P, Q/B) / max(F/P, Q/(B·cut)), between 1 and min(cut, `useful_cut_limit`).

    Parameters
    ----------
    flop, n_bytes
        F >= 0 and Q > 0.
    flop_per_s, bytes_per_s
        P and B, > 0.
    cut
        >= 1.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    before_s = bounds(flop, n_bytes, flop_per_s, bytes_per_s)["bound_s"]
    remaining = n_bytes / real("cut", cut, low=1)
    return before_s / time_bound_s(flop, remaining, flop_per_s, bytes_per_s)


def useful_cut_limit(flop: float, n_bytes: float, flop_per_s: float, bytes_per_s: float) -> float:
    """Return the cut of traffic beyond which less gives nothing: max(1, (Q/B) / (F/P)).

    The same number as `useful_bandwidth_factor`, because Q and B only meet as Q/B. The traffic
    left there is F·B/P, which puts the kernel on the ridge. Arguments and errors as there.
    """
    return useful_bandwidth_factor(flop, n_bytes, flop_per_s, bytes_per_s)
