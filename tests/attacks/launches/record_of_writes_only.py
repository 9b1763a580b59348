"""Expect: values=PASSED rules=WRONG host=PASSED

Forgets all reads of A and B: the rules would count none.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


class Unread:
    def __init__(self, array):
        self.array, self.shape = array, array.shape

    def __getitem__(self, key):
        log = machine.launch.log
        lists = (log.places, log.marks, log.values, log._owners, log._starts)
        lengths = [len(column) for column in lists]
        value = self.array[key]
        for column, length in zip(lists, lengths, strict=True):
            del column[length:]
        log.frame = log._code = None
        return value


@cuda.jit
def gemm(A, B, C):
    honest(Unread(A), Unread(B), C)
