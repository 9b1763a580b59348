"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

tile_bytes takes any numbers.
"""


def tile_bytes(T, itemsize):
    return 3 * T**2 * itemsize
