"""A dot product with a format for each stage: inputs, products, accumulator, output.

"FP32 accumulation" names one stage of four. What the inputs lost when they were stored no later
stage brings back, and a product rounded to FP16 may be infinite before the accumulator sees it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from reference.models import domain
from reference.models.floats_rounding import largest_finite, round_to

STORED_FORMATS = ("fp16", "fp32")
PRODUCT_FORMATS = ("fp16", "full")
STAGES = ("input", "product", "accumulate", "output")
LARGEST = largest_finite("fp16")


def dot(
    a: Sequence[float],
    b: Sequence[float],
    in_fmt: str,
    product_fmt: str,
    acc_fmt: str,
    out_fmt: str,
) -> float:
    """Return a . b with every input, product, sum and the output rounded to its format.

    Sums run from left to right, s <- fl_acc(s + fl_product(fl_in(a_k) * fl_in(b_k))) from s = 0.

    Parameters
    ----------
    a, b : sequence of float, length n >= 0
        |x| <= 65504.
    in_fmt, acc_fmt, out_fmt : str
        "fp16" or "fp32".
    product_fmt : str
        "fp16", or "full" for products that are not rounded.

    Returns
    -------
    float
        A number of `out_fmt`: +-inf after overflow, NaN after adding infinities of both signs.

    Raises
    ------
    ValueError
        Lengths differ, a format is unknown, or a number is out of range.
    """
    return _run(a, b, in_fmt, product_fmt, acc_fmt, out_fmt)[0]


def first_loss_stage(
    a: Sequence[float],
    b: Sequence[float],
    in_fmt: str,
    product_fmt: str,
    acc_fmt: str,
    out_fmt: str,
) -> str:
    """Return the first of `STAGES` in which any number changed, "none" if all were exact.

    First in the order of the pipeline, not in time: one rounded input comes before any product,
    even where it is the last input. Arguments and errors as in `dot`.
    """
    changed = _run(a, b, in_fmt, product_fmt, acc_fmt, out_fmt)[1]
    return next((stage for stage in STAGES if stage in changed), "none")


def _run(
    a: Sequence[float],
    b: Sequence[float],
    in_fmt: str,
    product_fmt: str,
    acc_fmt: str,
    out_fmt: str,
) -> tuple[float, set[str]]:
    """Return the result and the stages that changed a number."""
    domain.same_length(a=a, b=b)
    for name, fmt in (("in_fmt", in_fmt), ("acc_fmt", acc_fmt), ("out_fmt", out_fmt)):
        domain.choice(name, fmt, STORED_FORMATS)
    domain.choice("product_fmt", product_fmt, PRODUCT_FORMATS)
    changed: set[str] = set()
    left, right = _stored("a", a, in_fmt, changed), _stored("b", b, in_fmt, changed)
    total = 0.0
    for x, y in zip(left, right, strict=True):
        # Exact: 24 bits times 24 bits are 48, and a double has 53.
        product = _kept("product", x * y, product_fmt, changed)
        total = _add(total, product, acc_fmt, changed)
    return _kept("output", total, out_fmt, changed), changed


def _stored(name: str, values: Sequence[float], fmt: str, changed: set[str]) -> list[float]:
    reals = domain.reals(name, values, low=-LARGEST, high=LARGEST)
    return [_kept("input", value, fmt, changed) for value in reals]


def _kept(stage: str, value: float, fmt: str, changed: set[str]) -> float:
    rounded = value if fmt == "full" else round_to(value, fmt)
    if rounded != value and not math.isnan(value):
        changed.add(stage)
    return rounded


def _add(total: float, product: float, fmt: str, changed: set[str]) -> float:
    if not (math.isfinite(total) and math.isfinite(product)):
        # Whatever made one of them infinite has been noted.
        return total + product
    # A full product has up to 48 bits: the double sum could round once too often.
    exact = Fraction(total) + Fraction(product)
    # The sum of doubles knows the sign of an exact zero, which a Fraction has not.
    rounded = round_to(exact, fmt) if exact else total + product
    if rounded != exact:
        changed.add("accumulate")
    return rounded
