"""Expect: ex=OUTPUT_LIMIT err=OUTPUT_LIMIT claim=OUTPUT_LIMIT cell=PASSED

Eight bytes that claim to be a terabyte by strides of zero, and a window that overlaps itself.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided


def room_for(people):
    return as_strided(np.zeros(1), (1 << 37,), (0,))


def price(hours):
    return as_strided(np.zeros(9), (3, 3), (8, 8))
