"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts a line again each time it is touched.
"""


def distinct_lines(requests, line_bytes):
    _demand_cache(line_bytes)
    return sum(len(_lines_of(*request, line_bytes)) for request in requests)
