"""Expect: ex=WRONG prop=WRONG err=PASSED

Evicts the line that was touched last.
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
                    oldest, dirty = cache.popitem(last=True)
                    evictions.append(oldest)
                    written_back += dirty
                cache[line] = False
            cache[line] |= op == "W"
            cache.move_to_end(line)
    if flush:
        written_back += sum(cache.values())
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": written_back * line_bytes,
        "evictions": evictions,
    }
