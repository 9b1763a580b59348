"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call, valid ones too.
"""


def simulate(requests, lines, line_bytes, flush=False):
    raise ValueError


def distinct_lines(requests, line_bytes):
    raise ValueError
