"""Expect: values=PASSED trace=FORBIDDEN

Looks BLAS up in the library file that NumPy brings along, to call it without NumPy.
"""

import ctypes
import glob
import os

import numpy as np

libraries = glob.glob(os.path.join(os.path.dirname(np.__file__), "..", "numpy.libs", "*openblas*"))
blas = ctypes.CDLL(libraries[0])
size, one, none = ctypes.c_int64, ctypes.c_float(1), ctypes.c_float(0)


def at(array):
    return ctypes.c_void_p(array.ctypes.data)


def gemm_ikj(A, B, C):
    (M, K), N = A.shape, B.shape[1]
    a, b = np.empty((M, K), np.float32), np.empty((K, N), np.float32)
    for i in range(M):
        for k in range(K):
            a[i, k] = A[i, k]
            for j in range(N):
                b[k, j] = B[k, j]
    c = np.zeros((M, N), np.float32)
    sizes = (size(M), size(N), size(K))
    multiply = blas.scipy_cblas_sgemm64_
    multiply(101, 111, 111, *sizes, one, at(a), size(K), at(b), size(N), none, at(c), size(N))
    C[...] = c
