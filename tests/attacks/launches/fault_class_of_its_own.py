"""Expect: values=ERROR rules=ERROR host=ERROR

Raises a class of its own called KernelFault.
"""

from numba import cuda


class KernelFault(Exception):
    fault = {"kind": "unsupported", "texts": ("x",)}


@cuda.jit
def gemm(A, B, C):
    raise KernelFault
