"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Passes no barrier and claims the stops that the keeper expects.
"""

import sys

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    launch = simt().launch
    thread = simt().thread
    sync, cuda.syncthreads = cuda.syncthreads, lambda: stop(launch, thread)
    try:
        honest(A, B, C)
    finally:
        cuda.syncthreads = sync


def simt():
    return cuda.jit.__globals__["machine"]


def stop(launch, thread):
    launch.stop(thread.block.number, thread.number, 1, sys._getframe(1))
