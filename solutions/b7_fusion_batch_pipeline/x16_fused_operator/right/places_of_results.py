"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Looks up at which step each name is produced; external inputs are those without a step.
"""


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    if n < 0 or itemsize < 1 or not ops:
        raise ValueError("n, itemsize or ops are out of range")
    step_of = {result: step for step, (_, _, result) in enumerate(ops)}
    reads = [set(names) for _, names, _ in ops]
    if len(step_of) < len(ops):
        raise ValueError("two operators produce the same name")
    if any(step_of.get(name, -1) >= step for step, names in enumerate(reads) for name in names):
        raise ValueError("a name is read before it is produced")
    if not set(outputs) <= step_of.keys() or ops[-1][2] not in outputs:
        raise ValueError("the outputs are wrong")
    if fused:
        arrays = len(set().union(*reads) - step_of.keys()) + len(set(outputs))
    else:
        arrays = len(ops) + sum(map(len, reads))
    return n * itemsize * arrays
