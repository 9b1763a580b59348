"""Expect: values=PASSED trace=WRONG

Turns the arrays into plain ones first, so that the loops leave no record.
"""

import numpy as np


def gemm_ikj(A, B, C):
    a, b, c = (np.asarray(x) for x in (A, B, C))
    c[...] = 0
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] += a[i, k] * b[k]
