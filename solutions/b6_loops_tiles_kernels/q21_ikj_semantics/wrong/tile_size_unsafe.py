"""Expect: ex=PASSED prop=PASSED err=PASSED claim=WRONG

Believes that another tile size changes the sums.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum(change) and not change.get("tile_size_changed", False)
