"""Expect: ex=PASSED prop=PASSED err=PASSED claim=WRONG

Believes that another loop order is another sum.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum(change) and not change.get("loop_order_ij_changed", False)
