"""Expect: ex=WRONG prop=PASSED err=PASSED claim=WRONG

The implementation has to be stated by both.
"""


def comparable(a, b):
    names = (*CONDITIONS, "implementation")
    return all(n in a and n in b for n in names) and all(a[n] == b[n] for n in CONDITIONS)
