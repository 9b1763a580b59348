"""Expect: values=FORBIDDEN rules=FORBIDDEN host=PASSED

Lets the threads run in an order of its own.
"""

from numba import cuda


class Own(type(gemm)):
    def __getitem__(self, configuration):
        cuda.jit.__globals__["machine"].order = 5
        return super().__getitem__(configuration)


gemm = Own(honest)
