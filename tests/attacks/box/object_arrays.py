"""Expect: ex=ERROR err=ERROR claim=ERROR cell=PASSED

Arrays of Python objects, whose bytes would be addresses: they are not carried.
"""

import numpy as np


class Small(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def room_for(people):
    return np.array([Small("x"), None], dtype=object)


def price(hours):
    return np.array(6, dtype=object)
