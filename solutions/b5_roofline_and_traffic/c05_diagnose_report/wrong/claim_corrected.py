"""Expect: ex=WRONG prop=WRONG err=PASSED

Computes the bandwidth from the necessary traffic, not from the claimed.
"""


def _rate_codes(report):
    codes, time_s = set(), _time_s(report)
    memory_s, compute_s = _bounds_s(report)
    if memory_s > time_s * ROUNDING:
        codes.add("over_bandwidth")
    if compute_s > time_s * ROUNDING:
        codes.add("over_compute")
    return codes
