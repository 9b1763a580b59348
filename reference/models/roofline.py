"""Two lower bounds on a running time, the roof they form, and whether a report respects them.

The roofline model says that a kernel can be no faster than its arithmetic and no faster than its
memory traffic, even when both overlap perfectly. Rates are per second, traffic is in bytes, and a
bandwidth is shared by reads and writes. What raising a limit or cutting traffic gains is in
`upgrades`; how much work and traffic an operator needs is in `operators`.

Source: Williams, Waterman, Patterson, "Roofline: an insightful visual performance model for
multicore architectures", CACM 52(4), 2009, doi:10.1145/1498765.1498785.
"""

from __future__ import annotations

import math
from typing import TypedDict

from reference.models.domain import integer, real

REL_TOL = 1e-9
"""Two numbers this close (relatively) are equal: the difference is rounding, no contradiction."""
LIMITERS = ("compute", "bandwidth", "balanced")
ADVICE = (
    "check_measurement",
    "raise_utilisation",
    "cut_traffic_or_more_bandwidth",
    "more_compute_peak",
    "either",
)


class Bounds(TypedDict):
    """A kernel against a machine, as `bounds` returns it."""

    flop: float
    """Work F; an int where an int was given."""
    bytes: float
    """Traffic Q; an int where an int was given."""
    intensity: float
    """I = F/Q in FLOP per byte."""
    compute_s: float
    """F/P."""
    memory_s: float
    """Q/B."""
    bound_s: float
    """The larger of the two times."""
    limiter: str
    """Which of them it is, one of `LIMITERS`."""
    attainable_flop_per_s: float
    """Height of the roof at I."""


def time_bound_s(flop: float, moved_bytes: float, flop_per_s: float, bytes_per_s: float) -> float:
    """Return the larger of the arithmetic and the traffic bound, max(F/P, Q/B), in seconds.

    Parameters
    ----------
    flop
        Work F in FLOP, >= 0.
    moved_bytes
        Traffic Q in bytes across the level that `bytes_per_s` belongs to, >= 0.
    flop_per_s, bytes_per_s
        Peak arithmetic rate P and bandwidth B, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    peak, bandwidth = _limits(flop_per_s, bytes_per_s)
    work, traffic = real("flop", flop, low=0), real("moved_bytes", moved_bytes, low=0)
    return max(work / peak, traffic / bandwidth)


def bounds(flop: float, n_bytes: float, flop_per_s: float, bytes_per_s: float) -> Bounds:
    """Return both bounds of a kernel, the limiting one and the rate it allows.

    compute_s = F/P, memory_s = Q/B, I = F/Q, attainable = min(P, B·I) = F / max(F/P, Q/B).

    Parameters
    ----------
    flop
        Work F in FLOP, >= 0.
    n_bytes
        Traffic Q in bytes, > 0 (without traffic there is no intensity).
    flop_per_s, bytes_per_s
        P and B, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    peak, bandwidth = _limits(flop_per_s, bytes_per_s)
    work, traffic = real("flop", flop, low=0), real("n_bytes", n_bytes, above=0)
    compute_s, memory_s = work / peak, traffic / bandwidth
    return {
        "flop": flop,
        "bytes": n_bytes,
        "intensity": work / traffic,
        "compute_s": compute_s,
        "memory_s": memory_s,
        "bound_s": max(compute_s, memory_s),
        "limiter": limiter(compute_s, memory_s),
        "attainable_flop_per_s": min(peak, bandwidth * work / traffic),
    }


def limiter(compute_s: float, memory_s: float) -> str:
    """Return which of two times is the longer: "compute", "bandwidth", "balanced" if equal."""
    if math.isclose(compute_s, memory_s, rel_tol=REL_TOL):
        return "balanced"
    return "compute" if compute_s > memory_s else "bandwidth"


def ridge_flop_per_byte(flop_per_s: float, bytes_per_s: float) -> float:
    """Return the intensity where slope and flat roof meet, P/B in FLOP per byte; P, B > 0."""
    peak, bandwidth = _limits(flop_per_s, bytes_per_s)
    return peak / bandwidth


def attainable_flop_per_s(intensity: float, flop_per_s: float, bytes_per_s: float) -> float:
    """Return the height of the roof, min(P, B·I) in FLOP/s; I >= 0 in FLOP per byte, P, B > 0."""
    peak, bandwidth = _limits(flop_per_s, bytes_per_s)
    return min(peak, bandwidth * real("intensity", intensity, low=0))


def peak_upgrade_gain(
    intensity: float, flop_per_s: float, bytes_per_s: float, factor: float
) -> float:
    """Return by which factor the roof rises at I when P becomes factor·P.

    min(factor·P, B·I) / min(P, B·I): 1 up to the ridge, `factor` from factor·ridge on.

    Parameters
    ----------
    intensity
        I >= 0. At I = 0 both roofs are 0 and the gain is 1, as everywhere left of the ridge.
    flop_per_s, bytes_per_s
        P and B, > 0.
    factor
        >= 1.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    factor = real("factor", factor, low=1)
    before = attainable_flop_per_s(intensity, flop_per_s, bytes_per_s)
    after = attainable_flop_per_s(intensity, factor * flop_per_s, bytes_per_s)
    return after / before if before else 1.0


def effective_bytes_per_s(necessary_bytes: float, time_s: float) -> float:
    """Return the bandwidth that was put to use: necessary traffic (>= 0) over time (> 0)."""
    necessary = real("necessary_bytes", necessary_bytes, low=0)
    return necessary / real("time_s", time_s, above=0)


def advise(
    intensity: float,
    achieved_flop_per_s: float,
    flop_per_s: float,
    bytes_per_s: float,
    near: float,
) -> str:
    """Return what a measured point asks for first, one of `ADVICE`.

    With u = achieved / min(P, B·I): above the roof (u > 1) the measurement or the model is wrong;
    far below it (u < near) the machine is not used, whatever I is; only a point near the roof is
    helped by moving right (or a steeper slope) or by a higher flat roof. At the ridge either helps
    a little and neither alone goes far.

    Parameters
    ----------
    intensity
        I > 0 in FLOP per byte.
    achieved_flop_per_s
        Measured rate, > 0.
    flop_per_s, bytes_per_s
        P and B, > 0.
    near
        Smallest u that counts as near the roof, 0 < near < 1.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    intensity = real("intensity", intensity, above=0)
    achieved = real("achieved_flop_per_s", achieved_flop_per_s, above=0)
    utilisation = achieved / attainable_flop_per_s(intensity, flop_per_s, bytes_per_s)
    if utilisation > 1 + REL_TOL:
        return "check_measurement"
    if utilisation < real("near", near, above=0, below=1):
        return "raise_utilisation"
    ridge = ridge_flop_per_byte(flop_per_s, bytes_per_s)
    if math.isclose(intensity, ridge, rel_tol=REL_TOL):
        return "either"
    return "cut_traffic_or_more_bandwidth" if intensity < ridge else "more_compute_peak"


def implied_rates(
    n: int, itemsize: int, streams: int, flop_per_item: int, time_s: float
) -> dict[str, float]:
    """Return the traffic and the two rates that a reported time implies.

    Q = n · itemsize · streams; the rates are Q/t and n · flop_per_item / t.

    Parameters
    ----------
    n
        Items in each array, >= 1.
    itemsize
        Bytes of one item, >= 1.
    streams
        Arrays read or written, each once, >= 1.
    flop_per_item
        FLOP for each of the `n` results, >= 0.
    time_s
        Reported time in seconds, > 0.

    Returns
    -------
    dict
        `bytes`, `bytes_per_s` and `flop_per_s`.

    Raises
    ------
    ValueError
        An argument is out of range or the time is not finite.
    """
    flop, moved_bytes = _work(n, itemsize, streams, flop_per_item)
    seconds = real("time_s", time_s, above=0)
    return {
        "bytes": moved_bytes,
        "bytes_per_s": moved_bytes / seconds,
        "flop_per_s": flop / seconds,
    }


def min_time_s(
    n: int,
    itemsize: int,
    streams: int,
    flop_per_item: int,
    flop_per_s: float,
    bytes_per_s: float,
) -> float:
    """Return the shortest time in seconds that both limits allow a streaming kernel.

    The kernel is described as in `implied_rates`, the limits as in `time_bound_s`, which also
    gives the formula.

    Raises
    ------
    ValueError
        An argument is out of range or a rate is not finite.
    """
    flop, moved_bytes = _work(n, itemsize, streams, flop_per_item)
    return time_bound_s(flop, moved_bytes, flop_per_s, bytes_per_s)


def is_consistent(
    n: int,
    itemsize: int,
    streams: int,
    flop_per_item: int,
    time_s: float,
    flop_per_s: float,
    bytes_per_s: float,
) -> bool:
    """Decide whether a reported time is possible: t >= max(F/P, Q/B), up to `REL_TOL`.

    Arguments as in `implied_rates` and `min_time_s`.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    bound = min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
    return real("time_s", time_s, above=0) >= bound * (1 - REL_TOL)


def _work(n: int, itemsize: int, streams: int, flop_per_item: int) -> tuple[int, int]:
    """Return FLOP and bytes of a streaming kernel."""
    items = integer("n", n, 1)
    bytes_per_item = integer("itemsize", itemsize, 1) * integer("streams", streams, 1)
    return items * integer("flop_per_item", flop_per_item, 0), items * bytes_per_item


def _limits(flop_per_s: float, bytes_per_s: float) -> tuple[float, float]:
    return real("flop_per_s", flop_per_s, above=0), real("bytes_per_s", bytes_per_s, above=0)
