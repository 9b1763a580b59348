"""Expect: ex=ERROR err=ERROR claim=ERROR cell=PASSED

Arrays of a class of one's own that lie about shape, strides, type and equality.
"""

import numpy as np


class Liar(np.ndarray):
    shape = property(lambda self: (1 << 40,))
    strides = property(lambda self: (1 << 40,))
    nbytes = property(lambda self: 1 << 50)
    dtype = property(lambda self: np.dtype("f8"))

    def __eq__(self, other):
        return True

    def __array_finalize__(self, other):
        pass


def room_for(people):
    return np.zeros(2).view(Liar)


def price(hours):
    return np.ma.masked_array([6], mask=[True])
