"""Expect: ex=WRONG prop=WRONG err=PASSED

A flush writes back clean lines as well.
"""

_lru = simulate


def simulate(requests, lines, line_bytes, flush=False):
    counts = _lru(requests, lines, line_bytes)
    held = (counts["misses"] - len(counts["evictions"])) * line_bytes if flush else 0
    return counts | {"written_back_bytes": counts["written_back_bytes"] + held}
