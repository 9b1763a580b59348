"""Expect: ex=PASSED prop=WRONG err=PASSED claim=WRONG

machine is not looked at.
"""


def comparable(a, b):
    rest = [name for name in CONDITIONS if name != "machine"]
    return all(name in a and name in b and a[name] == b[name] for name in rest)
