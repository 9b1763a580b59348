"""Expect: ex=WRONG prop=PASSED err=PASSED claim=WRONG

Lets a single change to the sums pass.
"""


def same_bits_guaranteed(change):
    return sum(change.get(name, False) for name in CHANGES_A_SUM) < 2
