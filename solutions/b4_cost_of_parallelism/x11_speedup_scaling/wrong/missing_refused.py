"""Expect: ex=ERROR prop=ERROR err=PASSED claim=ERROR

A missing key is refused.
"""


def comparable(a, b):
    if not all(n in a and n in b for n in CONDITIONS):
        raise ValueError("a condition is missing")
    return all(a[n] == b[n] for n in CONDITIONS)
