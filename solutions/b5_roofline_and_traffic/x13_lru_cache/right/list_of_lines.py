"""Expect: ex=PASSED prop=PASSED err=PASSED

Keeps the lines in a plain list, oldest first, and the dirty ones in a set.
"""


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    order, dirty, evictions = [], set(), []
    hits = written_back = 0
    touches = [(op, line) for op, a, n in requests for line in _lines_of(op, a, n, line_bytes)]
    for op, line in touches:
        if line in order:
            hits += 1
            order.remove(line)
        elif len(order) == lines:
            oldest = order.pop(0)
            evictions.append(oldest)
            written_back += oldest in dirty
            dirty.discard(oldest)
        order.append(line)
        if op == "W":
            dirty.add(line)
    misses = len(touches) - hits
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": (written_back + flush * len(dirty)) * line_bytes,
        "evictions": evictions,
    }
