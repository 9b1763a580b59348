"""Expect: ex=WRONG prop=WRONG err=WRONG claim=WRONG

Answers -1 to every number, and that no records compare.
"""


def speedup(t1_s, tp_s):
    return -1


def efficiency(t1_s, tp_s, processors):
    return -1


def gemm_flop(M, N, K, convention):
    return -1


def flop_rate(flop, seconds):
    return -1


def weak_scaling_side(side, resource_factor):
    return -1


def comparable(a, b):
    return False
