"""Expect: values=WRONG rules=WRONG host=WRONG

Half of the threads wait for lanes that wait elsewhere.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    if cuda.threadIdx.x % 2:
        cuda.shfl_sync(0xFFFFFFFF, 1, 0)
    else:
        cuda.syncthreads()
