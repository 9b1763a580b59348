"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

linear lets any bias pass that broadcasts.
"""


def _demand_layer(x, weight, bias):
    if x.shape[1] != weight.shape[1]:
        raise ValueError("x and weight must share K")
