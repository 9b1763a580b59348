"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call.
"""


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    raise ValueError("no")


def stall_at(fmt, step=1):
    raise ValueError("no")
