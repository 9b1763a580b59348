"""Expect: ex=PASSED prop=PASSED err=PASSED

Returns NumPy integers in a list, an exact fraction, and a row with one key more.
"""

from fractions import Fraction

import numpy as np

_plain_cost = op_cost
_plain_row = roofline_row


def op_cost(op, dims, itemsize):
    return [np.int64(count) for count in _plain_cost(op, dims, itemsize)]


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    if min(n, inputs, outputs, flop_per_elem) < 0 or itemsize < 1:
        raise ValueError("out of range")
    return list(np.array([flop_per_elem, (inputs + outputs) * itemsize], np.int64) * n)


def intensity(flop, n_bytes):
    if flop < 0 or n_bytes < 1:
        raise ValueError("out of range")
    return Fraction(int(flop), int(n_bytes))


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _plain_row(op, dims, itemsize, float(flop_per_s), float(bytes_per_s))
    return row | {"ridge_flop_per_byte": flop_per_s / bytes_per_s}
