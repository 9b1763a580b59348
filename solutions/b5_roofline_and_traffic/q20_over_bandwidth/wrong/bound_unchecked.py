"""Expect: ex=PASSED prop=PASSED err=WRONG

min_time_s takes any numbers.
"""


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    return max(n * flop_per_item / flop_per_s, n * itemsize * streams / bytes_per_s)
