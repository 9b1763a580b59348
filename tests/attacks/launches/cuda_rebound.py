"""Expect: values=ERROR rules=ERROR host=ERROR

Rebinds `cuda` to something of its own.
"""

import types

import numpy as np


class Cuda:
    def __getattr__(self, name):
        return Cuda()

    def __call__(self, *args, **kwargs):
        return args[0] if args and isinstance(args[0], types.FunctionType) else 0

    jit = staticmethod(lambda function: function)


cuda = Cuda()


@cuda.jit
def gemm(A, B, C):
    C[...] = A @ B
