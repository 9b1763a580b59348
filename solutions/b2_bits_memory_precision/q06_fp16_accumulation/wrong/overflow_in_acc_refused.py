"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses an input that is finite as it is stored and overflows only in the format of the sum.
"""

right_accumulate = accumulate


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    total = right_accumulate(values, acc_fmt, order, in_fmt)
    if not all(math.isfinite(fl(fl(x, in_fmt), acc_fmt)) for x in values):
        raise ValueError(f"every value has to be finite in {acc_fmt}")
    return total
