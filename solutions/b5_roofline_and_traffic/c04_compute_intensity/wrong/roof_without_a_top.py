"""Expect: ex=WRONG prop=WRONG err=PASSED

Lets the slope of the roof rise above the peak.
"""

_flat_on_top = roofline_row


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    row = _flat_on_top(op, dims, itemsize, flop_per_s, bytes_per_s)
    return row | {"attainable_flop_per_s": bytes_per_s * row["intensity"]}
