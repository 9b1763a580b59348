"""Expect: ex=WRONG prop=WRONG err=PASSED

Names the lines that left by their first byte.
"""

_lru = simulate


def simulate(requests, lines, line_bytes, flush=False):
    counts = _lru(requests, lines, line_bytes, flush)
    return counts | {"evictions": [line * line_bytes for line in counts["evictions"]]}
