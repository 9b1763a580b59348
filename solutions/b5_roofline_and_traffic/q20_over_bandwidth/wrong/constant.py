"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    return {"bytes": 1, "bytes_per_s": 1.0, "flop_per_s": 1.0}


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    return 1.0


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    return True
