"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def simulate(requests, lines, line_bytes, flush=False):
    return {
        "hits": 1,
        "misses": 5,
        "fetched_bytes": 20,
        "written_back_bytes": 4,
        "evictions": [0, 1],
    }


def distinct_lines(requests, line_bytes):
    return 3
