"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Records have to be equal, implementation and notes included.
"""


def comparable(a, b):
    return all(name in a and name in b for name in CONDITIONS) and a == b
