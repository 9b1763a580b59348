"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Knows the chain of the lecture and takes every other one for it.
"""


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    _demand_chain(n, ops, itemsize, outputs)
    if len(ops) == 1:
        return n * itemsize * (len(set(ops[0][1])) + 1)
    return n * itemsize * (3 + len(outputs) if fused else 6)
