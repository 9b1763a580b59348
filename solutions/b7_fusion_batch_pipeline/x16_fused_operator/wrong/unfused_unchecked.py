"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Looks at outputs only when they matter, in the fused kernel.
"""

_demanding = chain_traffic_bytes


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    wanted = outputs if fused or not ops else {ops[-1][2]}
    return _demanding(n, ops, itemsize, wanted, fused)
