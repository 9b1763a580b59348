"""Expect: ex=WRONG prop=WRONG err=PASSED

Numbers below the smallest normal one become zero.
"""

right_fl = fl


def fl(x, fmt):
    rounded = right_fl(x, fmt)
    return 0.0 if abs(rounded) < 2.0 ** FORMATS[fmt][1] else rounded
