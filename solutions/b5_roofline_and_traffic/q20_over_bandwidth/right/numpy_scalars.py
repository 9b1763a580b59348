"""Expect: ex=PASSED prop=PASSED err=PASSED

Computes with NumPy: floats and truth values come back as NumPy scalars, with one key too many.
"""

import numpy as np


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    flop, moved = np.float64(n) * flop_per_item, np.float64(n) * itemsize * streams
    rates = {"bytes": moved, "bytes_per_s": moved / time_s, "flop_per_s": flop / time_s}
    return rates | {"flop": flop}


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    work = np.array([n * flop_per_item, n * itemsize * streams], np.float64)
    return np.max(work / np.array([flop_per_s, bytes_per_s], np.float64))


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_positive(time_s)
    bound_s = min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
    return np.float64(time_s) >= bound_s or np.isclose(time_s, bound_s, rtol=1e-9, atol=0)
