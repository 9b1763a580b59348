"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

linear gives the weight the shape of its transpose, without moving a number.
"""


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x @ weight.reshape(weight.shape[::-1])
    return y if bias is None else y + bias
