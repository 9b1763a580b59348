"""Expect: ex=ERROR prop=ERROR err=ERROR trace=PASSED

linear multiplies by the weight as it lies there.
"""


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x @ weight
    return y if bias is None else y + bias
