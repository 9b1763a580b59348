"""Expect: ex=WRONG prop=PASSED err=PASSED claim=WRONG

Does not mind whether C was cleared first.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum({name: change[name] for name in change if name != "c_not_zeroed"})
