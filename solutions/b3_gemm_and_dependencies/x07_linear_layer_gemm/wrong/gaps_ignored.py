"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

linear steps through memory as if x and weight had no gaps.
"""

import numpy as np


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    (M, K), N = x.shape, weight.shape[0]
    x = np.lib.stride_tricks.as_strided(x, (M, K), (4 * K, 4))
    weight = np.lib.stride_tricks.as_strided(weight, (N, K), (4 * K, 4))
    y = x @ weight.T
    return y if bias is None else y + bias
