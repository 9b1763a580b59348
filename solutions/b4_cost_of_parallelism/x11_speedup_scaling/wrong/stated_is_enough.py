"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Both have to state the conditions; their values are not compared.
"""


def comparable(a, b):
    return all(n in a and n in b for n in CONDITIONS)
