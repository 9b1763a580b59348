"""Expect: ex=WRONG prop=WRONG err=PASSED

Puts FLOP/s where the number of operations belongs.
"""

_with_work = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _with_work(op, dims, itemsize, flop_per_s, bytes_per_s)
    return row | {"flop": row["flop"] / row["bound_s"]}
