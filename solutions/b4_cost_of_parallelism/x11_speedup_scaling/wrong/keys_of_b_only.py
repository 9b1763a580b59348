"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

The conditions that the second record states have to be in the first.
"""


def comparable(a, b):
    return all(name in a and a[name] == b[name] for name in CONDITIONS if name in b)
