"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Renumbers its thread, so that the record names another one.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


@cuda.jit
def gemm(A, B, C):
    machine.thread.number = 0
    honest(A, B, C)
