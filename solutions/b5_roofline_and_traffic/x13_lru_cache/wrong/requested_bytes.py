"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the bytes asked for, not those of the lines fetched.
"""

_lru = simulate


def simulate(requests, lines, line_bytes, flush=False):
    counts = _lru(requests, lines, line_bytes, flush)
    return counts | {"fetched_bytes": sum(nbytes for _, _, nbytes in requests)}
