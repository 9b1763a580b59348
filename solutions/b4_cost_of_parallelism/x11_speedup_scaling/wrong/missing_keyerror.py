"""Expect: ex=ERROR prop=ERROR err=PASSED claim=ERROR

A missing key raises KeyError.
"""


def comparable(a, b):
    return all(a[name] == b[name] for name in CONDITIONS)
