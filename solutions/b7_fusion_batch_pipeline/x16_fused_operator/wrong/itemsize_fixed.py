"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Takes every element for FP32, whatever itemsize says.
"""

_of_any_width = chain_traffic_bytes


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    return _of_any_width(n, ops, itemsize, outputs, fused) // itemsize * 4
