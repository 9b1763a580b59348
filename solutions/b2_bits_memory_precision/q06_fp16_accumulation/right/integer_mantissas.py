"""Expect: ex=PASSED prop=PASSED err=PASSED

Keeps every number as an integer multiple of 2**-1074, so that all sums are exact before rounding.
"""

UNIT = 1074


def to_units(x):
    numerator, denominator = x.as_integer_ratio()
    return numerator * (2**UNIT // denominator)


def round_units(units, fmt):
    """Return the rounded integer, or an infinity."""
    bits, exp_min, exp_max = FORMATS[fmt]
    drop = max(abs(units).bit_length() - bits, exp_min - bits + 1 + UNIT)
    kept, rest = divmod(abs(units), 1 << drop)
    half = 1 << (drop - 1)
    kept += rest > half or (rest == half and kept & 1)
    size = kept << drop if kept << drop < 1 << (exp_max + 1 + UNIT) else math.inf
    return -size if units < 0 else size


def add_units(a, b, fmt):
    if math.inf in (abs(a), abs(b)):
        return a if abs(a) == math.inf else b
    return round_units(a + b, fmt)


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    if not {acc_fmt, in_fmt} <= set(FORMATS) or order not in ("left", "pairwise"):
        raise ValueError("unknown format or order")
    if not all(math.isfinite(x) for x in values):
        raise ValueError("values have to be finite")
    inputs = [round_units(to_units(x), in_fmt) for x in values]
    if any(abs(x) == math.inf for x in inputs):
        raise ValueError(f"a value overflows in {in_fmt}")
    level = [round_units(x, acc_fmt) for x in inputs] or [0]
    while len(level) > 1:
        if order == "left":
            level[:2] = [add_units(level[0], level[1], acc_fmt)]
        else:
            level = [
                add_units(*level[i : i + 2], acc_fmt) if i + 1 < len(level) else level[i]
                for i in range(0, len(level), 2)
            ]
    total = level[0]
    return total if abs(total) == math.inf else total / 2**UNIT
