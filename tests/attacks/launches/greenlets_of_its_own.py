"""Expect: values=TIME_LIMIT rules=TIME_LIMIT host=TIME_LIMIT

Each thread runs the kernel on a greenlet of its own.
"""

from greenlet import greenlet
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    greenlet(honest).switch(A, B, C)
