"""Expect: ex=WRONG prop=WRONG err=WRONG claim=WRONG

Answers the same to every call.
"""


def tile_bytes(T, itemsize):
    return 12288


def largest_tile(budget_bytes, itemsize):
    return 73


def smallest_tile_for(N, itemsize, ridge):
    return 61


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    return "does_not_fit"
