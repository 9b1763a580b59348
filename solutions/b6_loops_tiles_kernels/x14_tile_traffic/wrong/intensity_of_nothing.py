"""Expect: ex=PASSED prop=PASSED err=WRONG

Calls the intensity of an empty product 0.
"""

_not_of_nothing = tiled_intensity


def tiled_intensity(N, T, itemsize):
    return _not_of_nothing(N, T, itemsize) if N else 0.0
