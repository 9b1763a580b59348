"""Expect: ex=PASSED prop=WRONG err=PASSED claim=WRONG

task is not looked at.
"""


def comparable(a, b):
    rest = [name for name in CONDITIONS if name != "task"]
    return all(name in a and name in b and a[name] == b[name] for name in rest)
