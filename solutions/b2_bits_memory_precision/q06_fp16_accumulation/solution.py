# %%
import math
from collections.abc import Sequence

# %%
FORMATS = {"fp16": (11, -14, 15), "bf16": (8, -126, 127), "fp32": (24, -126, 127)}


def fl(x: float, fmt: str) -> float:
    """Round x once to the format, to nearest, ties to even."""
    bits, exp_min, exp_max = FORMATS[fmt]
    if x == 0 or not math.isfinite(x):
        return x
    exponent = math.frexp(x)[1] - 1
    if exponent > exp_max:
        return math.copysign(math.inf, x)
    gap = 2.0 ** (max(exponent, exp_min) - bits + 1)
    rounded = round(x / gap) * gap  # dividing by a power of two is exact; round() is half to even
    return rounded if abs(rounded) < 2.0 ** (exp_max + 1) else math.copysign(math.inf, x)


# %%
def accumulate(
    values: Sequence[float], acc_fmt: str, order: str = "left", in_fmt: str = "fp16"
) -> float:
    if acc_fmt not in FORMATS or in_fmt not in FORMATS or order not in ("left", "pairwise"):
        raise ValueError("unknown format or order")
    inputs = [fl(x, in_fmt) for x in values]
    if not all(math.isfinite(x) for x in inputs):
        raise ValueError(f"every value has to be finite in {in_fmt}")
    terms = [fl(x, acc_fmt) for x in inputs]
    return add_pairwise(terms, acc_fmt) if order == "pairwise" else add_left(terms, acc_fmt)


def add_left(terms: list[float], fmt: str) -> float:
    total = 0.0
    for x in terms:
        total = fl(total + x, fmt)
    return total


def add_pairwise(terms: list[float], fmt: str) -> float:
    while len(terms) > 1:
        odd = terms[-1:] if len(terms) % 2 else []
        terms = [fl(terms[i] + terms[i + 1], fmt) for i in range(0, len(terms) - 1, 2)] + odd
    return terms[0] if terms else 0.0


# %%
def stall_at(fmt: str, step: int = 1) -> int:
    # At 2**(p + k) the gap is 2**(k + 1): a step of up to 2**k is half a gap or less, and the tie
    # goes to 2**(p + k), which is even. Below it half a gap is less than the step.
    if fmt not in FORMATS or not 1 <= step <= 16:
        raise ValueError("unknown format, or step out of range")
    return 2 ** (FORMATS[fmt][0] + math.ceil(math.log2(step)))
