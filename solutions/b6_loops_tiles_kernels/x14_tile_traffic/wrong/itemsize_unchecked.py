"""Expect: ex=PASSED prop=PASSED err=WRONG

tiled_traffic_bytes takes any element width.
"""


def tiled_traffic_bytes(M, N, K, Tm, Tn, itemsize):
    return sum(tiled_traffic_elems(M, N, K, Tm, Tn).values()) * itemsize
