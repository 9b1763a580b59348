"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Forgets the last access of each thread.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    log = machine.launch.log
    for column in (log.places, log.marks, log.values):
        del column[-1:]
