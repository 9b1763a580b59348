"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Fills A and B up with zeros to multiples of T first: that copies both of them whole.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    wide, tall = np.pad(A, ((0, -M % T), (0, -K % T))), np.pad(B, ((0, -K % T), (0, -N % T)))
    padded = np.zeros((len(wide), tall.shape[1]), np.float32)
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for i in range(i0, i0 + T):
                    for k in range(k0, k0 + T):
                        padded[i, j0 : j0 + T] += wide[i, k] * tall[k, j0 : j0 + T]
    C[:] = padded[:M, :N]
