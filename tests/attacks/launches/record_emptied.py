"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Finds the record and throws away what its thread did.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    machine.launch.log.clear()
