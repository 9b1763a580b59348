"""Expect: ex=PASSED prop=PASSED err=WRONG

Tests `rate <= 0`, which is false for NaN: a NaN limit is accepted.
"""

_demanding = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    if flop_per_s != flop_per_s and bytes_per_s > 0:
        return _demanding(op, dims, itemsize, 1.0, bytes_per_s)
    return _demanding(op, dims, itemsize, flop_per_s, bytes_per_s)
