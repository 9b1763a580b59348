"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

The conditions that the first record states have to be in the second.
"""


def comparable(a, b):
    return all(name in b and a[name] == b[name] for name in CONDITIONS if name in a)
