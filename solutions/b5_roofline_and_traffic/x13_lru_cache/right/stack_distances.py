"""Expect: ex=PASSED prop=PASSED err=PASSED

No cache at all: a touch hits if fewer than `lines` others came since the last one.
"""


def _recent(touched, lines):
    """Return the last `lines` different lines of `touched`, the newest first."""
    return list(dict.fromkeys(reversed(touched)))[:lines]


def simulate(requests, lines, line_bytes, flush=False):
    _demand_cache(lines, line_bytes)
    touched, dirty, evictions = [], set(), []
    hits = misses = written_back = 0
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            held = _recent(touched, lines)
            if line in held:
                hits += 1
            else:
                misses += 1
                if len(held) == lines:
                    evictions.append(held[-1])
                    written_back += held[-1] in dirty
                    dirty.discard(held[-1])
            touched.append(line)
            if op == "W":
                dirty.add(line)
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": (written_back + (len(dirty) if flush else 0)) * line_bytes,
        "evictions": evictions,
    }


def distinct_lines(requests, line_bytes):
    _demand_cache(line_bytes)
    touched = sorted(line for request in requests for line in _lines_of(*request, line_bytes))
    return sum(i == 0 or touched[i - 1] != line for i, line in enumerate(touched))
