"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses sizes of 0, which are allowed.
"""

_zero_allowed = _sizes


def _sizes(dims, *names):
    sizes = _zero_allowed(dims, *names)
    _demand_at_least(1, *sizes)
    return sizes
