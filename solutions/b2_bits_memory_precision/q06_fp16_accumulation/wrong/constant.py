"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers 1 to everything.
"""


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    return 1.0


def stall_at(fmt, step=1):
    return 1
