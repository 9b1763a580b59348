"""Expect: ex=PASSED prop=PASSED err=PASSED

Two NumPy arrays, the line touched last in front; what left is returned as an array, too.
"""

import numpy as np


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    number, dirty = np.empty(0, np.int64), np.empty(0, bool)
    left = np.empty(0, np.int64)
    touches = misses = back = 0
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            found = number == line
            touches += 1
            misses += not found.any()
            is_dirty = op == "W" or dirty[found].any()
            number = np.concatenate([[line], number[~found]])
            dirty = np.concatenate([[is_dirty], dirty[~found]])
            left = np.append(left, number[lines:])
            back += int(dirty[lines:].sum())
            number, dirty = number[:lines], dirty[:lines]
    return {
        "hits": touches - misses,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": (back + int(dirty.sum()) * flush) * line_bytes,
        "evictions": left,
    }


def distinct_lines(requests, line_bytes):
    _demand_cache(line_bytes)
    spans = [np.array(_lines_of(*request, line_bytes)) for request in requests]
    return np.unique(np.concatenate(spans)).size if spans else 0
