"""Expect: ex=PASSED prop=PASSED err=WRONG

Lets an unknown unit end in KeyError.
"""


def _quantity(value, unit, per):
    return _positive(value) * per[unit]
