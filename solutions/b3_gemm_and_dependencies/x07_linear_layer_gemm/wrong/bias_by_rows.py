"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

linear adds bias[i] to row i.
"""


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x @ weight.T
    if bias is not None:
        for i in range(len(y)):
            y[i] += bias[i % len(bias)] if len(bias) else 0
    return y
