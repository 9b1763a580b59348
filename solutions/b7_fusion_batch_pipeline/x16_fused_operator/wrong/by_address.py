"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Finds the memory of the arrays by its address; the recorded elements are not there.
"""

import numpy as np

_compute = fused_add_mul


class _Address:
    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__


def fused_add_mul(x, y, w, z):
    _compute(*(np.asarray(_Address(array)) for array in (x, y, w, z)))
