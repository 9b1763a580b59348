"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Takes any sizes.
"""


def _demand_nest(order, *sizes):
    if sorted(order) != ["i", "j", "k"]:
        raise ValueError("an order holds each of i, j, k once")
