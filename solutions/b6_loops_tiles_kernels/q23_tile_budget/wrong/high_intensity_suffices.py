"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Accepts blocks for their intensity without asking whether they fit.
"""

_first_fit = tile_verdict


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    verdict = _first_fit(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s)
    if _reaches(_intensity(N, T, itemsize), flop_per_s / bytes_per_s):
        return "compute_side"
    return verdict
