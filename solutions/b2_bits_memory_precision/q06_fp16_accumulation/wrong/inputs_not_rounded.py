"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds the inputs as they came; only the running sum is rounded.
"""


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    if acc_fmt not in FORMATS or in_fmt not in FORMATS or order not in ("left", "pairwise"):
        raise ValueError("unknown format or order")
    if not all(math.isfinite(fl(x, in_fmt)) for x in values):
        raise ValueError(f"every value has to be finite in {in_fmt}")
    add = add_pairwise if order == "pairwise" else add_left
    return add(list(values), acc_fmt)
