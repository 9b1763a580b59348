"""Expect: ex=PASSED prop=PASSED err=PASSED

Writes the time of its last touch beside each line; NumPy integers, a tuple, further keys.
"""

import numpy as np


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    number = np.full(lines, -1)
    touched_at = np.full(lines, -1)
    dirty = np.zeros(lines, bool)
    hits, misses, back, now = np.int64(0), np.int64(0), np.int64(0), 0
    evictions = ()
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            places = np.flatnonzero(number == line)
            if len(places):
                place = places[0]
                hits += 1
            else:
                # A place that is still free has never been touched.
                place = np.argmin(touched_at)
                misses += 1
                if number[place] >= 0:
                    evictions += (number[place],)
                    back += dirty[place]
                number[place], dirty[place] = line, False
            touched_at[place], now = now, now + 1
            dirty[place] |= op == "W"
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": (back + dirty.sum() * flush) * line_bytes,
        "evictions": evictions,
        "touches": hits + misses,
    }


def distinct_lines(requests, line_bytes):
    _demand_cache(line_bytes)
    spans = [list(_lines_of(*request, line_bytes)) for request in requests]
    return np.int64(len(np.unique(np.concatenate(spans)))) if spans else np.int64(0)
