"""Expect: ex=PASSED prop=PASSED err=WRONG

Tests the values as they came, not as they are stored: 65520 is finite, but not in FP16.
"""


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    if acc_fmt not in FORMATS or in_fmt not in FORMATS or order not in ("left", "pairwise"):
        raise ValueError("unknown format or order")
    if not all(math.isfinite(x) for x in values):
        raise ValueError("every value has to be finite")
    terms = [fl(fl(x, in_fmt), acc_fmt) for x in values]
    return add_pairwise(terms, acc_fmt) if order == "pairwise" else add_left(terms, acc_fmt)
