"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes small data for resident in the cache, warm or not.
"""

_run_codes_of_warm = _run_codes


def _run_codes(report):
    return _run_codes_of_warm(report | {"warm": True})
