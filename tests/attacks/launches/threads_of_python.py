"""Expect: values=TIME_LIMIT rules=TIME_LIMIT host=TIME_LIMIT

Each thread of the kernel starts one of Python, which computes.
"""

import threading

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    worker = threading.Thread(target=honest, args=(A, B, C))
    worker.start()
    worker.join()
