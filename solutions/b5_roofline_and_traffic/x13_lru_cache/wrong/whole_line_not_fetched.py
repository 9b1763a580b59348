"""Expect: ex=PASSED prop=WRONG err=PASSED

Does not fetch a line that one write covers completely.
"""


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    cache = OrderedDict()
    hits = misses = fetched = written_back = 0
    evictions = []
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            if line in cache:
                hits += 1
            else:
                misses += 1
                starts, ends = line * line_bytes, (line + 1) * line_bytes
                covered = byte_addr <= starts and ends <= byte_addr + nbytes
                fetched += not (op == "W" and covered)
                if len(cache) == lines:
                    oldest, dirty = cache.popitem(last=False)
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
        "fetched_bytes": fetched * line_bytes,
        "written_back_bytes": written_back * line_bytes,
        "evictions": evictions,
    }
