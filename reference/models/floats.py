"""What rounding to a short binary format does to long sums.

Each addition is rounded (`floats_rounding`), so a sum depends on its format and on its order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reference.models import domain
from reference.models.floats_rounding import FORMATS, Format, add, format_named, round_to

__all__ = [
    "FORMATS",
    "LARGEST_STEP",
    "ORDERS",
    "Format",
    "accumulate",
    "add",
    "round_to",
    "running_sums",
    "stall_at",
    "stall_by_adding",
]

ORDERS = ("left", "pairwise")
LARGEST_STEP = 16
"""Up to here a running sum stalls below the largest FP16 number, 65504."""


def accumulate(
    values: Sequence[float], acc_fmt: str, order: str = "left", in_fmt: str = "fp16"
) -> float:
    """Return the sum of `values` with every input and every addition rounded.

    Parameters
    ----------
    values : sequence of float, length n >= 0
        Each is rounded to `in_fmt` (and must be finite there), then to `acc_fmt`.
    acc_fmt, in_fmt : str
        "fp16", "bf16" or "fp32": format of the running sum, format of the inputs.
    order : str
        "left": s <- fl(s + x) from +0.0. "pairwise": neighbours are added level by level, an odd
        last element moves up unchanged.

    Returns
    -------
    float
        A number of `acc_fmt`; +-inf after overflow, 0.0 for no values.

    Raises
    ------
    ValueError
        A format or order is unknown, or a value is NaN, infinite or overflows in `in_fmt`.
    """
    terms = _load(values, acc_fmt, in_fmt)
    if domain.choice("order", order, ORDERS) == "pairwise":
        return _add_pairwise(terms, acc_fmt)
    sums = list(running_sums(terms, acc_fmt))
    return sums[-1] if sums else 0.0


def running_sums(terms: Sequence[float], fmt: str) -> Iterator[float]:
    """Yield s_k = fl(s_{k-1} + x_k) for k = 1 ... n, from s_0 = +0.0, in the format `fmt`."""
    total = 0.0
    for term in terms:
        total = add(total, term, fmt)
        yield total


def stall_at(fmt: str, step: int = 1) -> int:
    """Return where s <- fl(s + step), from 0, stops moving: 2**(p + ceil(log2 step)).

    Just below that power of two half a gap is less than `step`, so the sum still moves. There half
    a gap is at least `step`, and where it is equal the tie goes to s, whose significand is even.

    Parameters
    ----------
    fmt : str
        "fp16" (p = 11), "bf16" (p = 8) or "fp32" (p = 24).
    step : int
        1 ... 16.

    Raises
    ------
    ValueError
        `fmt` is unknown or `step` out of range.
    """
    bits = format_named(fmt).significand_bits
    step = domain.integer("step", step, 1, LARGEST_STEP)
    return 1 << (bits + (step - 1).bit_length())


def stall_by_adding(fmt: str, step: int = 1) -> int:
    """Return the same as `stall_at` by doing the additions (2**24 and more for FP32)."""
    total, before = float(step), 0.0
    while total != before:
        total, before = add(total, float(step), fmt), total
    return int(total)


def _load(values: Sequence[float], acc_fmt: str, in_fmt: str) -> list[float]:
    format_named(acc_fmt), format_named(in_fmt)
    inputs = [round_to(value, in_fmt) for value in values]
    for value, rounded in zip(values, inputs, strict=True):
        if not math.isfinite(rounded):
            raise ValueError(f"{value} is not finite in {in_fmt}")
    return [round_to(value, acc_fmt) for value in inputs]


def _add_pairwise(terms: Sequence[float], fmt: str) -> float:
    level = list(terms)
    while len(level) > 1:
        pairs = zip(level[0::2], level[1::2], strict=False)
        odd = level[len(level) // 2 * 2 :]
        level = [add(a, b, fmt) for a, b in pairs] + odd
    return level[0] if level else 0.0
