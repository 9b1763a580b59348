"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Returns a list of what differs.
"""


def comparable(a, b):
    return [n for n in CONDITIONS if not (n in a and n in b and a[n] == b[n])]
