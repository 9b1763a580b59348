"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds in FP32 whatever was asked, and rounds the finished sum once.
"""


def add_left(terms, fmt):
    total = 0.0
    for x in terms:
        total = fl(total + x, "fp32")
    return fl(total, fmt)


def add_pairwise(terms, fmt):
    return add_left(terms, fmt)
