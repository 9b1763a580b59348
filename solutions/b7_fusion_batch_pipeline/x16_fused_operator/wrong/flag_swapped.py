"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Takes fused for unfused.
"""

_named_rightly = chain_traffic_bytes


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    return _named_rightly(n, ops, itemsize, outputs, not fused)
