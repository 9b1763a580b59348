"""Two lower bounds on a running time, and whether a measured time respects them.

The roofline model says that a kernel can be no faster than its arithmetic and no faster than its
memory traffic, even when both overlap perfectly. Here are the bound itself and what follows from
it for streaming kernels: kernels that read or write a number of equally long arrays once each.
Rates are per second, traffic is in bytes, and a bandwidth is shared by reads and writes.

Source: Williams, Waterman, Patterson, "Roofline: an insightful visual performance model for
multicore architectures", CACM 52(4), 2009, doi:10.1145/1498765.1498785.
"""

from __future__ import annotations

import math

REL_TOL = 1e-9
"""A time this little (relatively) under the bound is rounding, not a contradiction."""


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
    _demand_finite("flop", flop, flop >= 0)
    _demand_finite("moved_bytes", moved_bytes, moved_bytes >= 0)
    _demand_finite("flop_per_s", flop_per_s, flop_per_s > 0)
    _demand_finite("bytes_per_s", bytes_per_s, bytes_per_s > 0)
    return max(flop / flop_per_s, moved_bytes / bytes_per_s)


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
    _demand_finite("time_s", time_s, time_s > 0)
    return {
        "bytes": moved_bytes,
        "bytes_per_s": moved_bytes / time_s,
        "flop_per_s": flop / time_s,
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
    _demand_finite("time_s", time_s, time_s > 0)
    return bool(time_s >= bound * (1 - REL_TOL))


def _work(n: int, itemsize: int, streams: int, flop_per_item: int) -> tuple[int, int]:
    """Return FLOP and bytes of a streaming kernel."""
    for name, count in (("n", n), ("itemsize", itemsize), ("streams", streams)):
        if count < 1:
            raise ValueError(f"{name} is {count}, but has to be at least 1")
    if flop_per_item < 0:
        raise ValueError(f"flop_per_item is {flop_per_item}, but has to be at least 0")
    return n * flop_per_item, n * itemsize * streams


def _demand_finite(name: str, value: float, in_range: bool) -> None:
    if not (math.isfinite(value) and in_range):
        raise ValueError(f"{name} is {value}, which is out of range or not finite")
