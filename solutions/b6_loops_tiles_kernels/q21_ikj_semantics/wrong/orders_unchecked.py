"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Takes any word for an order.
"""


def _demand_nest(order, *sizes):
    if min(sizes) < 1:
        raise ValueError("sizes are at least 1")
