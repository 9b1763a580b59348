"""Expect: values=PASSED trace=FORBIDDEN

Has another thread call the library.
"""

import threading

import numpy as np


def gemm_ikj(A, B, C):
    a, b = A.copy(), B.copy()
    c = np.empty(C.shape, np.float32)
    thread = threading.Thread(target=lambda: np.matmul(a, b, out=c))
    thread.start()
    thread.join()
    C[...] = c
