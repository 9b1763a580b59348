"""Expect: ex=WRONG prop=WRONG err=PASSED

Never compares the arithmetic rate with its peak.
"""

_both_rates = _rate_codes


def _rate_codes(report):
    return _both_rates(report) - {"over_compute"}
