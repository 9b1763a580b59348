"""Expect: ex=WRONG prop=PASSED err=PASSED claim=WRONG

Takes addition for associative: another order of k counts as the same.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum({name: change[name] for name in change if name != "k_order_changed"})
