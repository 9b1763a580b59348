"""Expect: values=PASSED rules=PASSED host=WRONG

Records nothing at all: the recorder is taken away during the call.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]
plain = gemm_gpu


def gemm_gpu(A, B):
    machine.recorder = None
    return plain(A, B)
