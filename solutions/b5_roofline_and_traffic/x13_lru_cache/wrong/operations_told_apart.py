"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts a line twice if it is both read and written.
"""


def distinct_lines(requests, line_bytes):
    _demand_cache(line_bytes)
    return len({(r[0], line) for r in requests for line in _lines_of(*r, line_bytes)})
