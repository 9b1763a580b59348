"""Expect: ex=WRONG prop=WRONG err=PASSED

Grants reads and writes a full bandwidth each.
"""

_shared = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    return _shared(op, dims, itemsize, flop_per_s, 2 * bytes_per_s)
