"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Returns the number of elements where bytes are asked for.
"""

_in_bytes = chain_traffic_bytes


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    return _in_bytes(n, ops, itemsize, outputs, fused) // itemsize
