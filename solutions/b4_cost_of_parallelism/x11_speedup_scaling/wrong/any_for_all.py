"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

One condition in common is enough.
"""


def comparable(a, b):
    return any(n in a and n in b and a[n] == b[n] for n in CONDITIONS)
