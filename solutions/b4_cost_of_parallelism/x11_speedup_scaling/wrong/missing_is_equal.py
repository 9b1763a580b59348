"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

What neither states counts as equal.
"""


def comparable(a, b):
    return all(a.get(name) == b.get(name) for name in CONDITIONS)
