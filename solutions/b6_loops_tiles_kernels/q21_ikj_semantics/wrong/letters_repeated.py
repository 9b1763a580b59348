"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Demands three letters of i, j, k, but not that each occurs once.
"""


def _demand_nest(order, *sizes):
    if len(order) != 3 or not set(order) <= set("ijk") or min(sizes) < 1:
        raise ValueError("out of range")
