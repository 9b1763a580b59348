"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Refuses every call, valid ones too.
"""

from numba import cuda


@cuda.jit
def gemm_naive(A, B, C):
    raise ValueError


@cuda.jit
def gemm_shared(A, B, C):
    raise ValueError


def launch_config(M, N, tile):
    raise ValueError


def gemm_gpu(A, B):
    raise ValueError
