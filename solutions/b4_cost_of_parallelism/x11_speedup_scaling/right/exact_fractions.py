"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Fractions where there is no root; the root by logarithms; sets of items.
"""

from fractions import Fraction


def _above_0(value):
    if math.isnan(value) or math.isinf(value) or not value > 0:
        raise ValueError("not above 0")
    return Fraction(value)


def speedup(t1_s, tp_s):
    return _above_0(t1_s) / _above_0(tp_s)


def efficiency(t1_s, tp_s, processors):
    ratio = speedup(t1_s, tp_s)
    if processors < 1:
        raise ValueError("no processors")
    return ratio / processors


def gemm_flop(M, N, K, convention):
    sizes = sorted((M, N, K))
    if sizes[0] < 0:
        raise ValueError("negative")
    match convention:
        case "fma2":
            return M * N * K * 2
        case "exact":
            return M * N * (K + max(K - 1, 0))
        case _:
            raise ValueError("unknown")


def flop_rate(flop, seconds):
    t = _above_0(seconds)
    return 0 if flop == 0 else _above_0(flop) / t


def weak_scaling_side(side, resource_factor):
    _above_0(side), _above_0(resource_factor)
    return math.exp(math.log(side) + math.log(resource_factor) / 3)


def comparable(a, b):
    first, second = ({(n, run[n]) for n in CONDITIONS if n in run} for run in (a, b))
    return len(first & second) == 7
