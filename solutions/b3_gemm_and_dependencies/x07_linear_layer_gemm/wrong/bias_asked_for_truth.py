"""Expect: ex=ERROR prop=ERROR err=ERROR trace=PASSED

Writes `if bias`, which an array of several numbers does not answer.
"""


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x @ weight.T
    return y + bias if bias else y
