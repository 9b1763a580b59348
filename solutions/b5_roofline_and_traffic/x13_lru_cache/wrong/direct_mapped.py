"""Expect: ex=WRONG prop=WRONG err=PASSED

Gives every line one place, its number modulo the number of lines.
"""


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    cache = {}
    place_of = {}
    hits = misses = written_back = 0
    evictions = []
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            if line in cache:
                hits += 1
            else:
                misses += 1
                if line % lines in place_of:
                    oldest = place_of[line % lines]
                    evictions.append(oldest)
                    written_back += cache.pop(oldest)
                place_of[line % lines] = line
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
