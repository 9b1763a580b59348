"""Expect: ex=PASSED prop=PASSED err=PASSED

Returns NumPy integers, a dictionary with one key more, and an exact fraction.
"""

from fractions import Fraction

import numpy as np

_plain_elems = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    elems = {name: np.int64(n) for name, n in _plain_elems(M, N, K, Tm, Tn).items()}
    return elems | {"tiles": _ceil(M, Tm) * _ceil(N, Tn)}


def tiled_traffic_bytes(M, N, K, Tm, Tn, itemsize):
    if itemsize < 1:
        raise ValueError("out of range")
    elems = tiled_traffic_elems(M, N, K, Tm, Tn)
    return (elems["a"] + elems["b"] + elems["c"]) * itemsize


def tiled_intensity(N, T, itemsize):
    if N < 1:
        raise ValueError("out of range")
    return Fraction(2 * N**3, int(tiled_traffic_bytes(N, N, N, T, T, itemsize)))
