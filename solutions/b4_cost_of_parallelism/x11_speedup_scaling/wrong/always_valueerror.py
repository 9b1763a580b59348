"""Expect: ex=ERROR prop=ERROR err=ERROR claim=ERROR

Refuses every call.
"""


def speedup(t1_s, tp_s):
    raise ValueError("no")


def efficiency(t1_s, tp_s, processors):
    raise ValueError("no")


def gemm_flop(M, N, K, convention):
    raise ValueError("no")


def flop_rate(flop, seconds):
    raise ValueError("no")


def weak_scaling_side(side, resource_factor):
    raise ValueError("no")


def comparable(a, b):
    raise ValueError("no")
