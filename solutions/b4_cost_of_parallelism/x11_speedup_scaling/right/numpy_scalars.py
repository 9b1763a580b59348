"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

NumPy scalars and cbrt; records compared as arrays of agreement.
"""

import numpy as np


def _positive(*values):
    values = np.array(values, dtype=float)
    if not (np.isfinite(values) & (values > 0)).all():
        raise ValueError("must be finite and positive")
    return values


def speedup(t1_s, tp_s):
    old, new = _positive(t1_s, tp_s)
    return old / new


def efficiency(t1_s, tp_s, processors):
    if not processors >= 1:
        raise ValueError("processors")
    return speedup(t1_s, tp_s) / np.int64(processors)


def gemm_flop(M, N, K, convention):
    if any(n < 0 for n in (M, N, K)):
        raise ValueError("sizes")
    outputs = np.int64(M) * np.int64(N)
    each = {"fma2": 2 * K, "exact": max(0, 2 * K - 1)}
    if convention not in each:
        raise ValueError("convention")
    return outputs * np.int64(each[convention])


def flop_rate(flop, seconds):
    (seconds,) = _positive(seconds)
    if not np.isfinite(flop) or flop < 0:
        raise ValueError("flop")
    return np.float64(flop) / seconds


def weak_scaling_side(side, resource_factor):
    side, factor = _positive(side, resource_factor)
    return side * np.cbrt(factor)


def comparable(a, b):
    agree = [n in a and n in b and a[n] == b[n] for n in CONDITIONS]
    return np.all(agree)
