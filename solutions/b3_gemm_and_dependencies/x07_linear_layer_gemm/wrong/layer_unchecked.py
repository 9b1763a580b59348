"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

linear hands everything on and trusts that it fits.
"""

import numpy as np


def linear(x, weight, bias=None):
    y = np.zeros((len(x), len(weight)), np.float32)
    for i, sample in enumerate(x):
        for j, neuron in enumerate(weight):
            for p, w in zip(sample, neuron, strict=False):
                y[i, j] += p * w
    return y if bias is None else y + bias
