"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the lines of the first and the last byte, and nothing between.
"""


def distinct_lines(requests, line_bytes):
    _demand_cache(line_bytes)
    spans = [_lines_of(*request, line_bytes) for request in requests]
    return len({line for span in spans for line in (span[0], span[-1])})
