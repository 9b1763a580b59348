"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Says that blocks do not fit before it looks at the rates.
"""

_all_checked = tile_verdict


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    if min(N, T, itemsize) >= 1 and 3 * T**2 * itemsize > budget_bytes >= 0:
        return "does_not_fit"
    return _all_checked(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s)
