"""Expect: ex=WRONG prop=WRONG err=PASSED

Evicts the line that was fetched first: a hit does not make a line new again.
"""


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    cache = OrderedDict()
    hits = misses = written_back = 0
    evictions = []
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            if line in cache:
                hits += 1
            else:
                misses += 1
                if len(cache) == lines:
                    oldest, dirty = cache.popitem(last=False)
                    evictions.append(oldest)
                    written_back += dirty
                cache[line] = False
            cache[line] |= op == "W"
    if flush:
        written_back += sum(cache.values())
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": written_back * line_bytes,
        "evictions": evictions,
    }
