"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds the two times as if computing and moving could not overlap.
"""

_overlapping = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _overlapping(op, dims, itemsize, flop_per_s, bytes_per_s)
    return row | {"bound_s": row["compute_s"] + row["memory_s"]}
