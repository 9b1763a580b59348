"""Expect: ex=PASSED prop=PASSED err=WRONG

Looks at the size of the cache only when a request comes.
"""

_strict = simulate
_strict_distinct = distinct_lines


def simulate(requests, lines, line_bytes, flush=False):
    if not requests:
        return _strict(requests, 1, 1)
    return _strict(requests, lines, line_bytes, flush)


def distinct_lines(requests, line_bytes):
    return _strict_distinct(requests, line_bytes) if requests else 0
