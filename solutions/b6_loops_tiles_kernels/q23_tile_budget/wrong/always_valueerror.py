"""Expect: ex=ERROR prop=ERROR err=ERROR claim=ERROR

Refuses every call, valid ones too.
"""


def tile_bytes(T, itemsize):
    raise ValueError


def largest_tile(budget_bytes, itemsize):
    raise ValueError


def smallest_tile_for(N, itemsize, ridge):
    raise ValueError


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    raise ValueError
