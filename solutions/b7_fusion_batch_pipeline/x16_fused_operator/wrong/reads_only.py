"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Counts what is read and forgets what is written.
"""

_both_ways = chain_traffic_bytes


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    written = len(outputs) if fused else len(ops)
    return _both_ways(n, ops, itemsize, outputs, fused) - n * itemsize * written
