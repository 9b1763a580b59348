"""Expect: ex=PASSED prop=PASSED err=WRONG

implied_rates takes any numbers; only a time of 0 fails, by division.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    return {
        "bytes": n * itemsize * streams,
        "bytes_per_s": n * itemsize * streams / time_s,
        "flop_per_s": n * flop_per_item / time_s,
    }
