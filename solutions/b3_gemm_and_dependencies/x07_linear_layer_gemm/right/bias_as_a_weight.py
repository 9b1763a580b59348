"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Takes the bias for the weight of an input that is always 1.
"""

import numpy as np


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    if bias is not None:
        x = np.hstack([x, np.ones((len(x), 1), np.float32)])
        weight = np.hstack([weight, bias[:, np.newaxis]])
    return np.einsum("ik,jk->ij", x, weight)
