"""Expect: ex=PASSED prop=PASSED err=WRONG

accumulate adds up infinities and NaN.
"""


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    terms = [fl(fl(x, in_fmt), acc_fmt) for x in values]
    return add_pairwise(terms, acc_fmt) if order == "pairwise" else add_left(terms, acc_fmt)
