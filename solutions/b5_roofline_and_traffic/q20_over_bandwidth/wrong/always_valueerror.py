"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call, valid ones too.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    raise ValueError


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    raise ValueError


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    raise ValueError
