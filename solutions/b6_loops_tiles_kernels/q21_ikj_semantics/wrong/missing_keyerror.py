"""Expect: ex=ERROR prop=PASSED err=PASSED claim=ERROR

Lets a missing key end in KeyError.
"""


def same_bits_guaranteed(change):
    told = [change[name] for name in CHANGES_A_SUM]
    return not any(told)
