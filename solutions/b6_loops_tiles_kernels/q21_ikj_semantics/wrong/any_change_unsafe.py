"""Expect: ex=WRONG prop=PASSED err=PASSED claim=WRONG

Trusts no rewrite that changes anything.
"""


def same_bits_guaranteed(change):
    return not any(change.values())
