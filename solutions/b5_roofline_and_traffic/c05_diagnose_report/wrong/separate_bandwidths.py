"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds a bandwidth for reads and one for writes.
"""

_shared_bytes_per_s = _bytes_per_s


def _bytes_per_s(report):
    return 2 * _shared_bytes_per_s(report)
