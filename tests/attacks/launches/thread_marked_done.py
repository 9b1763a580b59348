"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Ends all other threads of its block.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


@cuda.jit
def gemm(A, B, C):
    for other in machine.thread.block.threads:
        other.done = True
    honest(A, B, C)
