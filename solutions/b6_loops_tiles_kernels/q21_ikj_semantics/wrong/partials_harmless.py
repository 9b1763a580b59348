"""Expect: ex=PASSED prop=PASSED err=PASSED claim=WRONG

Believes that partial sums add up to the same bits.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum({name: change[name] for name in change if name != "k_split_into_partials"})
