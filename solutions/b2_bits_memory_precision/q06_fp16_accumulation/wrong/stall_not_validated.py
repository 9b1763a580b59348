"""Expect: ex=PASSED prop=PASSED err=WRONG

stall_at answers for every step.
"""


def stall_at(fmt, step=1):
    return 2 ** (FORMATS[fmt][0] + (step - 1).bit_length())
