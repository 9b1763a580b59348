"""Expect: ex=WRONG prop=WRONG err=PASSED

Keeps a line on the list of dirty ones after it was written back.
"""


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    cache = OrderedDict()
    written = set()
    hits = misses = written_back = 0
    evictions = []
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            if line in cache:
                hits += 1
            else:
                misses += 1
                if len(cache) == lines:
                    oldest, _ = cache.popitem(last=False)
                    evictions.append(oldest)
                    written_back += oldest in written
                cache[line] = False
            if op == "W":
                written.add(line)
            cache.move_to_end(line)
    if flush:
        written_back += len(written & set(cache))
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": written_back * line_bytes,
        "evictions": evictions,
    }
