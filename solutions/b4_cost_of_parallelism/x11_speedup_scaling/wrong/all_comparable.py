"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Any two records compare.
"""


def comparable(a, b):
    return True
