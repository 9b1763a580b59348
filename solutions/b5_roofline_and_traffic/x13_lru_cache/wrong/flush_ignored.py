"""Expect: ex=WRONG prop=WRONG err=PASSED

Leaves dirty lines in the cache at the end, whatever flush says.
"""

_lru = simulate


def simulate(requests, lines, line_bytes, flush=False):
    return _lru(requests, lines, line_bytes)
