"""Expect: ex=PASSED prop=PASSED err=PASSED claim=WRONG

Takes fastmath for a matter of speed only.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum({name: change[name] for name in change if name != "fastmath"})
