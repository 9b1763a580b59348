"""Expect: ex=WRONG prop=WRONG err=PASSED

Knows two limiters only; a tie is given to the bandwidth.
"""

_three_words = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _three_words(op, dims, itemsize, flop_per_s, bytes_per_s)
    limited_by = "compute" if row["compute_s"] > row["memory_s"] else "bandwidth"
    return row | {"limiter": limited_by}
