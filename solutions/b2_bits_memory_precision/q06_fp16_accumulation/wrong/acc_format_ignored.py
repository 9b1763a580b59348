"""Expect: ex=WRONG prop=WRONG err=PASSED

The running sum is always FP16.
"""

right_add_left = add_left


def add_left(terms, fmt):
    return right_add_left([fl(x, "fp16") for x in terms], "fp16")
