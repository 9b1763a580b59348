"""Expect: ex=PASSED prop=PASSED err=WRONG

tiled_traffic_elems takes any sizes and blocks.
"""


def tiled_traffic_elems(M, N, K, Tm, Tn):
    return {"a": M * K * _ceil(N, Tn), "b": K * N * _ceil(M, Tm), "c": M * N}
