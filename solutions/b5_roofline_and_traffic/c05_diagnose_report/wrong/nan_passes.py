"""Expect: ex=PASSED prop=PASSED err=WRONG

Tests `value <= 0`, which is false for NaN.
"""


def _positive(value):
    if value <= 0 or value == float("inf"):
        raise ValueError
    return value
