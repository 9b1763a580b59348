"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Iterates over a row and a column at once; the layer adds its product to rows of the bias.
"""

import numpy as np


def matmul_flat(a, b, c, M, N, K):
    if min(M, N, K) < 0 or (len(a), len(b), len(c)) != (M * K, K * N, M * N):
        raise ValueError("the sizes do not fit")
    for i in range(M):
        row = a[i * K : (i + 1) * K]
        for j in range(N):
            total = np.float32(0)
            for p, q in zip(row, b[j::N], strict=True):
                total += p * q
            c[i * N + j] = total


def linear(x, weight, bias=None):
    (M, K), (N, columns) = x.shape, weight.shape
    if columns != K or (bias is not None and bias.shape != (N,)):
        raise ValueError("the shapes do not fit")
    # Without elements, np.tile hands the bias itself on.
    y = np.zeros((M, N), np.float32) if bias is None else np.tile(bias, (M, 1))
    y += np.einsum("ik,jk->ij", x, weight)
    return y
