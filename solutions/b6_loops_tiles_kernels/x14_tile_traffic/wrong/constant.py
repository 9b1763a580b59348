"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def tiled_traffic_elems(M, N, K, Tm, Tn):
    return {"a": 0, "b": 0, "c": 0}


def tiled_traffic_bytes(M, N, K, Tm, Tn, itemsize):
    return 0


def tiled_intensity(N, T, itemsize):
    return 0.25
