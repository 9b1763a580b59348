"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Divides N by T without rounding up.
"""


def _intensity(N, T, itemsize):
    return 1 / (itemsize * (1 / T + 1 / (2 * N)))
