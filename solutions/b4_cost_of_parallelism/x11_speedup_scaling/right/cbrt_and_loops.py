"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

math.cbrt, counting in loops over convention tables, records reduced to tuples.
"""

PER_OUTPUT = {"fma2": lambda K: 2 * K, "exact": lambda K: K + (K - 1) if K else 0}
NAMES = set(CONDITIONS)


def _stated(record):
    kept = {name: value for name, value in record.items() if name in NAMES}
    return tuple(kept[name] for name in sorted(kept)) if kept.keys() == NAMES else None


def gemm_flop(M, N, K, convention):
    if M < 0 or N < 0 or K < 0 or convention not in PER_OUTPUT:
        raise ValueError("out of range")
    return M * (N * PER_OUTPUT[convention](K))


def weak_scaling_side(side, resource_factor):
    _demand_positive(side, resource_factor)
    return math.cbrt(side**3 * resource_factor)


def efficiency(t1_s, tp_s, processors):
    if processors < 1:
        raise ValueError("processors")
    return speedup(t1_s, tp_s) * (1 / processors)


def comparable(a, b):
    return _stated(a) is not None and _stated(a) == _stated(b)
