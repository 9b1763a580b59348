"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Helpers that call each other, try/except for missing keys, Newton for the root.
"""


def _time(value):
    if not 0 < value < float("inf"):
        raise ValueError("time")
    return value


def speedup(t1_s, tp_s):
    return _time(t1_s) / _time(tp_s)


def efficiency(t1_s, tp_s, processors):
    if processors <= 0:
        raise ValueError("processors")
    return _time(t1_s) / (_time(tp_s) * processors)


def gemm_flop(M, N, K, convention):
    for size in (M, N, K):
        if size < 0:
            raise ValueError("size")
    products = M * N * K
    if convention == "fma2":
        sums = products
    elif convention == "exact":
        sums = products - M * N if K else 0
    else:
        raise ValueError("convention")
    return products + sums


def flop_rate(flop, seconds):
    if not 0 <= flop < float("inf"):
        raise ValueError("flop")
    return flop * (1 / _time(seconds))


def weak_scaling_side(side, resource_factor):
    # A root x of x³ = factor, from above: Newton falls until it stops falling.
    x, factor = max(1.0, _time(resource_factor)), _time(resource_factor)
    while (after := x - (x - factor / x**2) / 3) < x:
        x = after
    return _time(side) * x


def comparable(a, b):
    try:
        for name in CONDITIONS:
            if a[name] != b[name]:
                return False
    except KeyError:
        return False
    return True
