"""Expect: ex=WRONG prop=WRONG err=PASSED

Keeps the rows of A from one block to the next.
"""

_nothing_kept = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    return _nothing_kept(M, N, K, Tm, Tn) | {"a": M * K if N else 0}
