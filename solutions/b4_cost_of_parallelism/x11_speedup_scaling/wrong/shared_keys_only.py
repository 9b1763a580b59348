"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Only what both state is compared.
"""


def comparable(a, b):
    return all(a[name] == b[name] for name in CONDITIONS if name in a and name in b)
