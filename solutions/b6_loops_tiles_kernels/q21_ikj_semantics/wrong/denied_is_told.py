"""Expect: ex=WRONG prop=PASSED err=PASSED claim=WRONG

Takes a key that is there for true, whatever its value.
"""


def same_bits_guaranteed(change):
    return not any(name in change for name in CHANGES_A_SUM)
