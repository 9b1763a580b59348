"""Expect: ex=PASSED prop=WRONG err=PASSED

Calls two times balanced that differ by up to a millionth.
"""

_strict = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _strict(op, dims, itemsize, flop_per_s, bytes_per_s)
    if math.isclose(row["compute_s"], row["memory_s"], rel_tol=1e-6):
        return row | {"limiter": "balanced"}
    return row
