"""Expect: ex=WRONG prop=WRONG err=PASSED

Forgives claimed traffic that is off by 0.2 % instead of 0.1 %.
"""

_claimed_or_needed = _traffic_codes


def _traffic_codes(report):
    off = abs(_claimed_bytes(report) / _needed_bytes(report) - 1)
    return set() if off <= 2e-3 else _claimed_or_needed(report)
