"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

True where they do not compare.
"""


def comparable(a, b):
    return not all(n in a and n in b and a[n] == b[n] for n in CONDITIONS)
