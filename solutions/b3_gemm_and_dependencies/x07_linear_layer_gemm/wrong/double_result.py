"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

linear returns float64.
"""

import numpy as np


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    y = x.astype(np.float64) @ weight.astype(np.float64).T
    return y if bias is None else y + bias
