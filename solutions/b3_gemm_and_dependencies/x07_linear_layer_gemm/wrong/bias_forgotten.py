"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

linear never adds the bias.
"""


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    return x @ weight.T
