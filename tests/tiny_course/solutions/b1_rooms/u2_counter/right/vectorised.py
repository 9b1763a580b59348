"""One call of NumPy instead of a loop."""

import numpy as np


def running_sum(x, total):
    if x.shape != total.shape:
        raise ValueError
    total[:] = np.cumsum(x)
