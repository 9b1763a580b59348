"""Expect: ex=PASSED prop=WRONG err=PASSED claim=WRONG

Records of the same implementation do not compare.
"""


def comparable(a, b):
    same = all(n in a and n in b and a[n] == b[n] for n in CONDITIONS)
    return same and a.get("implementation") != b.get("implementation")
