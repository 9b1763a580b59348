"""What is wrong with a performance report of a streaming kernel, and what to do about it first.

A report states the kernel, the traffic and time it claims, the limits of the machine, how the time
was taken and what it advises. Each rule looks at one thing that can be wrong; the rules are a table
and do not depend on each other. Traffic is judged against what the kernel needs, and so is the
limiting resource: a wrong claim must not choose the advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.models.domain import choice, integer, real
from reference.models.roofline import REL_TOL

BYTES_PER = {
    "B": 1,
    "kB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
    "TiB": 2**40,
}
SECONDS_PER = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_PAIRS = (("kB", "KiB"), ("MB", "MiB"), ("GB", "GiB"), ("TB", "TiB"))
TWIN_UNIT = {**dict(_PAIRS), **{binary: decimal for decimal, binary in _PAIRS}}
"""The unit that is written in its place by mistake."""
ADVICE = ("more_flop_peak", "more_bandwidth", "less_traffic", "more_parallelism", "none")
TRAFFIC_TOL = 1e-3
"""Claimed traffic this close (relatively) to what is needed is rounded, not wrong."""
GOOD_UTILISATION = 0.8
"""From here on a kernel counts as near its bound."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A report in bytes, seconds and FLOP."""

    needed_bytes: int
    claimed_bytes: float
    twin_bytes: float | None
    """What the claim would be in the twin of its unit; None for plain bytes."""
    flop: int
    time_s: float
    bytes_per_s: float
    flop_per_s: float
    synchronised: bool
    warm: bool
    cache_bytes: int
    advice: str

    @property
    def compute_s(self) -> float:
        """F/P, seconds."""
        return self.flop / self.flop_per_s

    @property
    def memory_s(self) -> float:
        """Needed bytes / B, seconds."""
        return self.needed_bytes / self.bytes_per_s

    @property
    def bandwidth_limited(self) -> bool:
        """Whether memory takes at least as long as arithmetic; a tie is on this side."""
        return self.memory_s >= self.compute_s * (1 - REL_TOL)


def _traffic_fault(report: Facts) -> str | None:
    """Return what is wrong with the claimed traffic, None if it is the needed one."""
    if _is_needed(report, report.claimed_bytes):
        return None
    if report.twin_bytes is not None and _is_needed(report, report.twin_bytes):
        return "binary_prefix"
    too_small = report.claimed_bytes < report.needed_bytes
    return "traffic_too_small" if too_small else "extra_traffic"


def _is_needed(report: Facts, n_bytes: float) -> bool:
    tolerated = TRAFFIC_TOL * report.needed_bytes * (1 + REL_TOL)
    return abs(n_bytes - report.needed_bytes) <= tolerated


def _wrong_advice(report: Facts) -> bool:
    if report.bandwidth_limited:
        return report.advice == "more_flop_peak"
    return report.advice in ("more_bandwidth", "less_traffic")


def _beyond(report: Facts, amount: float, per_s: float) -> bool:
    return amount / report.time_s > per_s * (1 + REL_TOL)


RULES: Mapping[str, Callable[[Facts], bool]] = {
    "binary_prefix": lambda r: _traffic_fault(r) == "binary_prefix",
    "traffic_too_small": lambda r: _traffic_fault(r) == "traffic_too_small",
    "extra_traffic": lambda r: _traffic_fault(r) == "extra_traffic",
    "over_bandwidth": lambda r: _beyond(r, r.claimed_bytes, r.bytes_per_s),
    "over_compute": lambda r: _beyond(r, r.flop, r.flop_per_s),
    "unsynchronised": lambda r: not r.synchronised,
    "cache_resident": lambda r: r.warm and r.needed_bytes <= r.cache_bytes,
    "advice_mismatch": _wrong_advice,
}
"""Code -> whether it holds."""

STEPS = (
    ("unsynchronised", "sync_and_retime"),
    ("binary_prefix", "fix_units"),
    ("traffic_too_small", "recount_bytes"),
    ("cache_resident", "enlarge_input_or_name_cache"),
    ("over_bandwidth", "remeasure"),
    ("over_compute", "remeasure"),
)
"""Code -> what it asks for, the most urgent first. While one of these codes stands, the numbers
cannot carry a decision about optimisation."""
OPTIMISATIONS = ("raise_utilisation", "cut_traffic", "raise_compute")


def diagnose(report: Mapping[str, Any]) -> set[str]:
    """Return the codes of everything that is wrong with a report, a subset of `RULES`.

    Parameters
    ----------
    report
        With all these keys, others are ignored:

        - `n`, `itemsize`, `reads`, `writes`: items of each array, bytes of one, arrays read and
          written, all >= 1; `flop_per_item` >= 0. They give the needed traffic
          n·itemsize·(reads + writes) and the work n·flop_per_item.
        - `traffic`: claimed, (value > 0, unit of `BYTES_PER`).
        - `time`: (value > 0, unit of `SECONDS_PER`).
        - `peak_bw`: (value > 0, unit of `BYTES_PER` followed by "/s"); `peak_flop_per_s` > 0.
        - `synchronised`, `warm`: whether the clock waited for the kernel, whether the data may
          have been in the cache; `cache_bytes` >= 1 is its size.
        - `advice`: one of `ADVICE`.

    Returns
    -------
    set of str
        `binary_prefix`: the traffic differs from the needed by more than 0.1 %, and exchanging
        GB and GiB (or their like) repairs it. `traffic_too_small`, `extra_traffic`: it does not.
        `over_bandwidth`, `over_compute`: claimed traffic or work per time exceeds the limit.
        `unsynchronised`. `cache_resident`: warm, and the needed traffic is no larger than the
        cache. `advice_mismatch`: it would relieve the resource that does not limit.

    Raises
    ------
    ValueError
        A key is missing, a unit or advice unknown, or a number out of range.
    TypeError
        A number or a flag is of another type.
    """
    facts = read_facts(report)
    return {code for code, holds in RULES.items() if holds(facts)}


def next_step(report: Mapping[str, Any]) -> str:
    """Return what to do first: repair the measurement, and only then optimise.

    The first of `STEPS` whose code stands. If none does: "raise_utilisation" while the time is far
    from the bound (bound/t < 0.8), else "cut_traffic" or "raise_compute" by the limiting resource.
    Arguments and errors as `diagnose`.
    """
    codes, facts = diagnose(report), read_facts(report)
    for code, step in STEPS:
        if code in codes:
            return step
    if max(facts.memory_s, facts.compute_s) / facts.time_s < GOOD_UTILISATION:
        return "raise_utilisation"
    return "cut_traffic" if facts.bandwidth_limited else "raise_compute"


def read_facts(report: Mapping[str, Any]) -> Facts:
    """Return a report in plain units; arguments and errors as `diagnose`."""
    if missing := [key for key in KEYS if key not in report]:
        raise ValueError(f"the report lacks {', '.join(missing)}")
    n, arrays = _count(report, "n"), _count(report, "reads") + _count(report, "writes")
    claimed, unit = _pair(report, "traffic")
    needed = n * _count(report, "itemsize") * arrays
    flop = n * integer("flop_per_item", report["flop_per_item"], 0)
    for name, amount in (("the needed traffic", needed), ("the work", flop)):
        real(name, amount)  # a count of 400 digits is an int, but no time follows from it
    return Facts(
        needed_bytes=needed,
        claimed_bytes=_quantity("traffic", (claimed, unit), BYTES_PER),
        twin_bytes=claimed * BYTES_PER[TWIN_UNIT[unit]] if unit in TWIN_UNIT else None,
        flop=flop,
        time_s=_quantity("time", _pair(report, "time"), SECONDS_PER),
        bytes_per_s=_quantity("peak_bw", _pair(report, "peak_bw"), _BYTES_PER_S),
        flop_per_s=real("peak_flop_per_s", report["peak_flop_per_s"], above=0),
        synchronised=_flag(report, "synchronised"),
        warm=_flag(report, "warm"),
        cache_bytes=_count(report, "cache_bytes"),
        advice=choice("advice", report["advice"], ADVICE),
    )


KEYS = (
    *("n", "itemsize", "reads", "writes", "flop_per_item", "traffic", "time", "peak_bw"),
    *("peak_flop_per_s", "synchronised", "warm", "cache_bytes", "advice"),
)
_BYTES_PER_S = {f"{unit}/s": n_bytes for unit, n_bytes in BYTES_PER.items()}


def _count(report: Mapping[str, Any], key: str) -> int:
    return integer(key, report[key], 1)


def _flag(report: Mapping[str, Any], key: str) -> bool:
    if not isinstance(report[key], bool | np.bool_):
        raise TypeError(f"{key} must be True or False, not {report[key]!r}")
    return bool(report[key])


def _pair(report: Mapping[str, Any], key: str) -> tuple[Any, Any]:
    """Return a quantity as it stands in a report, a value and its unit."""
    pair = report[key]
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{key} must be a pair (value, unit), not {pair!r}")
    return pair[0], pair[1]


def _quantity(name: str, value_and_unit: tuple[float, str], per: Mapping[str, float]) -> float:
    value, unit = value_and_unit
    value = real(name, value, above=0)
    # Checked again, because a tiny value in a small unit may come out as 0.
    return real(name, value * per[choice(f"unit of {name}", unit, per)], above=0)
