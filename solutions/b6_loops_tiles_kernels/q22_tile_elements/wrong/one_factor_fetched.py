"""Expect: ex=WRONG prop=WRONG err=PASSED

Lets each product fetch one of its two factors.
"""

_both_factors = per_output_loads


def per_output_loads(tm, tn, K):
    return _both_factors(tm, tn, K) // 2
