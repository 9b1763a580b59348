"""Expect: values=WRONG rules=WRONG host=WRONG

Computes everything in the name of thread 0.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


@cuda.jit
def gemm(A, B, C):
    machine.thread = machine.thread.block.threads[0]
    honest(A, B, C)
