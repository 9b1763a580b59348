"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Lets a single element stand for a whole vector.
"""

import numpy as np


def _demand_one_length(x, y, w, z):
    if np.broadcast_shapes(x.shape, y.shape, w.shape) != z.shape:
        raise ValueError
