"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Refuses every call, valid ones too.
"""


def fused_add_mul(x, y, w, z):
    raise ValueError


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    raise ValueError
