"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Moves three offsets instead of multiplying indices.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    out = 0
    for row in range(0, M * K, K) if K else [0] * M:
        for column in range(N):
            total, place = np.float32(0), column
            for left in range(row, row + K):
                total += a[left] * b[place]
                place += N
            c[out] = total
            out += 1
