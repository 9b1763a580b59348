"""Expect: ex=WRONG prop=WRONG err=PASSED

Decides what limits from the claimed traffic.
"""


def _bandwidth_limited(report):
    _, compute_s = _bounds_s(report)
    return _claimed_bytes(report) / _bytes_per_s(report) * ROUNDING >= compute_s
