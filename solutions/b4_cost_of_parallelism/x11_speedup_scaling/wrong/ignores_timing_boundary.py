"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

timing_boundary is not looked at.
"""


def comparable(a, b):
    rest = [name for name in CONDITIONS if name != "timing_boundary"]
    return all(name in a and name in b and a[name] == b[name] for name in rest)
