"""Expect: values=PASSED rules=PASSED host=PASSED

Goes on after an index out of range, and takes the fault back.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    try:
        A[100, 100]
    except Exception:
        machine.recorder.fault = None
