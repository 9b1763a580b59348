"""Expect: ex=ERROR prop=PASSED err=PASSED

Takes a rate below 1 for none: a machine with half a FLOP per second is refused.
"""

_any_rate = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    if 0 < flop_per_s < 1 or 0 < bytes_per_s < 1:
        raise ValueError("rates are at least 1")
    return _any_rate(op, dims, itemsize, flop_per_s, bytes_per_s)
