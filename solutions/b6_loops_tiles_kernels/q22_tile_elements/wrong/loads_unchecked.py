"""Expect: ex=PASSED prop=PASSED err=WRONG

tile_loads takes any numbers.
"""


def tile_loads(tm, tn, K):
    return (tm + tn) * K
