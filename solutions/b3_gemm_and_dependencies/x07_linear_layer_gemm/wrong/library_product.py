"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Lets the library multiply.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    c[:] = np.dot(a.reshape(M, K), b.reshape(K, N)).reshape(-1)
