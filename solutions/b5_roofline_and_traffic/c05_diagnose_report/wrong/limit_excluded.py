"""Expect: ex=WRONG prop=WRONG err=PASSED

Calls a rate exactly at its limit over it.
"""


def _rate_codes(report):
    codes, time_s = set(), _time_s(report)
    _, compute_s = _bounds_s(report)
    if _claimed_bytes(report) / time_s >= _bytes_per_s(report):
        codes.add("over_bandwidth")
    if compute_s >= time_s:
        codes.add("over_compute")
    return codes
