"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Unfused, writes only what somebody needs afterwards.
"""


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    _demand_chain(n, ops, itemsize, outputs)
    read = len(_external(ops)) if fused else sum(len(set(inputs)) for _, inputs, _ in ops)
    return n * itemsize * (read + len(outputs))
