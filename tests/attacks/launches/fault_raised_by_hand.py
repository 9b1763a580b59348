"""Expect: values=NOT_JUDGED rules=NOT_JUDGED host=NOT_JUDGED

Raises the exception of a fault, of its own making, that names a gap of the simulator.
"""

from numba import cuda

fail = cuda.jit.__globals__["fail"]


@cuda.jit
def gemm(A, B, C):
    raise fail("unsupported", "what the student wants", say="x")
