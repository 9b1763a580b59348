"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call, valid ones too.
"""


def tiled_traffic_elems(M, N, K, Tm, Tn):
    raise ValueError


def tiled_traffic_bytes(M, N, K, Tm, Tn, itemsize):
    raise ValueError


def tiled_intensity(N, T, itemsize):
    raise ValueError
