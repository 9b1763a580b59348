"""Expect: ex=PASSED prop=PASSED err=PASSED claim=WRONG

Takes a fused multiply-add for the same two roundings.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum({name: change[name] for name in change if name != "fma_contraction_changed"})
