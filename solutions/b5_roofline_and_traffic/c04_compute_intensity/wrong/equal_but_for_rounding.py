"""Expect: ex=PASSED prop=WRONG err=PASSED

Compares the two times with `==`; a quotient that rounds is never balanced.
"""

_tolerant = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _tolerant(op, dims, itemsize, flop_per_s, bytes_per_s)
    if row["compute_s"] == row["memory_s"]:
        return row | {"limiter": "balanced"}
    limited_by = "compute" if row["compute_s"] > row["memory_s"] else "bandwidth"
    return row | {"limiter": limited_by}
