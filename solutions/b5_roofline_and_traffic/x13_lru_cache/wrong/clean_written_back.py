"""Expect: ex=WRONG prop=WRONG err=PASSED

Writes back every line that leaves, whether it was written to or not.
"""

_lru = simulate


def simulate(requests, lines, line_bytes, flush=False):
    counts = _lru(requests, lines, line_bytes)
    left = len(counts["evictions"])
    return counts | {"written_back_bytes": (counts["misses"] if flush else left) * line_bytes}
