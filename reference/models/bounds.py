"""Two lower bounds of one task, and what one change does to them: the short form of the roofline.

A task of C operations that moves M bytes takes at least max(C/R, M/BW), even when calculation and
movement overlap perfectly; queueing and synchronisation come on top. The ledger keeps work,
capacity, movement and rates apart, which carry names as close as FLOPs and FLOPS.

Source: Williams, Waterman, Patterson, CACM 52(4), 2009.
"""

from __future__ import annotations

from typing import TypedDict

from reference.models import domain
from reference.models.roofline import limiter

LEDGERS = {
    "FLOP": "work",
    "FLOPs": "work",
    "MAC_count": "work",
    "stored_bytes": "capacity",
    "peak_memory": "capacity",
    "bytes_moved": "movement",
    "message_bytes": "movement",
    "FLOPS": "rate",
    "FLOP/s": "rate",
    "bytes_per_s": "rate",
    "tokens_per_s": "rate",
}


class TwoBounds(TypedDict):
    """What `two_bounds` returns."""

    compute_s: float
    """C/R."""
    memory_s: float
    """M/BW."""
    bound_s: float
    """The larger of the two."""
    limiter: str
    """"compute", "bandwidth", or "balanced" where both agree to 1e-9."""


def two_bounds(flop: float, n_bytes: float, flop_per_s: float, bytes_per_s: float) -> TwoBounds:
    """Return both lower bounds of a task, the larger one, and which resource sets it.

    Parameters
    ----------
    flop : float
        Work C in FLOP, >= 0.
    n_bytes : float
        Bytes moved M, >= 0; not 0 together with `flop`.
    flop_per_s, bytes_per_s : float
        Rates R and BW, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    work, moved = domain.real("flop", flop, low=0), domain.real("n_bytes", n_bytes, low=0)
    if work == 0 and moved == 0:
        raise ValueError("flop and n_bytes must not both be 0")
    compute_s = work / domain.real("flop_per_s", flop_per_s, above=0)
    memory_s = moved / domain.real("bytes_per_s", bytes_per_s, above=0)
    return {
        "compute_s": compute_s,
        "memory_s": memory_s,
        "bound_s": max(compute_s, memory_s),
        "limiter": limiter(compute_s, memory_s),
    }


def after_change(
    flop: float,
    n_bytes: float,
    flop_per_s: float,
    bytes_per_s: float,
    *,
    flop_factor: float = 1.0,
    bytes_factor: float = 1.0,
    compute_factor: float = 1.0,
    bandwidth_factor: float = 1.0,
) -> float:
    """Return the bound in seconds after work, bytes or rates were multiplied by factors.

    max(C f_C / (R f_R), M f_M / (BW f_BW)).

    Parameters
    ----------
    flop, n_bytes, flop_per_s, bytes_per_s : float
        As in `two_bounds`.
    flop_factor, bytes_factor, compute_factor, bandwidth_factor : float
        What each of the four is multiplied by, in that order; each > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    before = two_bounds(flop, n_bytes, flop_per_s, bytes_per_s)
    work = domain.real("flop_factor", flop_factor, above=0)
    moved = domain.real("bytes_factor", bytes_factor, above=0)
    rate = domain.real("compute_factor", compute_factor, above=0)
    bandwidth = domain.real("bandwidth_factor", bandwidth_factor, above=0)
    return max(before["compute_s"] * work / rate, before["memory_s"] * moved / bandwidth)


def ledger(kind: str) -> str:
    """Return the ledger a quantity belongs to: "work", "capacity", "movement" or "rate".

    Parameters
    ----------
    kind : str
        A key of `LEDGERS`. FLOPs is a number of operations, FLOPS a number of them per second.

    Raises
    ------
    ValueError
        The kind is unknown.
    """
    return LEDGERS[domain.choice("kind", kind, LEDGERS)]
