"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Runs through the nest and through the addresses; a tuple instead of a list.
"""

from itertools import product


def _steps(order, ends):
    _demand_nest(order, *ends.values())
    for place in product(*(range(ends[name]) for name in order)):
        yield dict(zip(order, place, strict=True))


def k_sequence(order, i, j, M, N, K):
    if not (0 <= i < M and 0 <= j < N):
        raise ValueError("outside C")
    steps = _steps(order, {"i": M, "j": N, "k": K})
    return tuple(at["k"] for at in steps if (at["i"], at["j"]) == (i, j))


def inner_strides(order, M, N, K):
    _demand_nest(order, M, N, K)

    def addresses(i, j, k):
        return {"A": i * K + k, "B": k * N + j, "C": i * N + j}

    start = {"i": 0, "j": 0, "k": 0}
    before, after = addresses(**start), addresses(**start | {order[2]: 1})
    return {name: after[name] - before[name] for name in before}
