"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Uses assert: that raises AssertionError, not ValueError.
"""

import numpy as np


def _demand_product(A, B):
    assert A.ndim == B.ndim == 2
    assert A.shape[1] == B.shape[0]
    assert A.dtype == B.dtype == np.float32
