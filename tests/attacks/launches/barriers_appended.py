"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Runs without barriers, then appends the stops that were missing.
"""

import sys

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = 0
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total
    machine = cuda.jit.__globals__["machine"]
    thread = machine.thread
    for _ in range(2):
        machine.launch.stop(thread.block.number, thread.number, 1, sys._getframe())
