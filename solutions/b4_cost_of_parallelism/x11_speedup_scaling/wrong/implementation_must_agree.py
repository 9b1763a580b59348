"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

The implementation counts as a condition.
"""


def comparable(a, b):
    same = all(n in a and n in b and a[n] == b[n] for n in CONDITIONS)
    return same and a.get("implementation") == b.get("implementation")
