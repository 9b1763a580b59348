"""Expect: ex=WRONG prop=WRONG err=PASSED

Evicts only when the cache holds more lines than it has.
"""

_lru = simulate


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines)
    return _lru(requests, lines + 1, line_bytes, flush)
