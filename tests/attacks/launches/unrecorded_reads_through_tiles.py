"""Expect: values=PASSED rules=WRONG host=PASSED

Fills the tiles from the buffers behind A and B, as often as it likes.
"""

from numba import cuda, float32


class Behind:
    def __init__(self, array):
        self.values, self.shape = array._values.reshape(array.shape), array.shape

    def __getitem__(self, key):
        return self.values[key]


@cuda.jit
def gemm(A, B, C):
    honest(Behind(A), Behind(B), C)
