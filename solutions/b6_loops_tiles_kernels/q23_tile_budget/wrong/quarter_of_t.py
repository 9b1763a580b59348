"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Takes T/4 for the intensity, which is right only in FP32 for a T much smaller than N.
"""


def _intensity(N, T, itemsize):
    return T / 4
