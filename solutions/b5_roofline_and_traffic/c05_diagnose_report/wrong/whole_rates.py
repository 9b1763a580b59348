"""Expect: ex=WRONG prop=PASSED err=PASSED

Divides without the remainder, which shows on a machine that moves a byte a second.
"""


def _rate_codes(report):
    codes, time_s = set(), _time_s(report)
    _, compute_s = _bounds_s(report)
    if _claimed_bytes(report) // time_s > _bytes_per_s(report) * ROUNDING:
        codes.add("over_bandwidth")
    if compute_s > time_s * ROUNDING:
        codes.add("over_compute")
    return codes
