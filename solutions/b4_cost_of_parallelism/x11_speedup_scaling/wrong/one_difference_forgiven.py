"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

One condition may differ or be missing.
"""


def comparable(a, b):
    bad = sum(not (n in a and n in b and a[n] == b[n]) for n in CONDITIONS)
    return bad <= 1
