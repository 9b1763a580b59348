"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Walks through the chain and notes every array that crosses the memory boundary.
"""


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    _demand_chain(n, ops, itemsize, outputs)
    moved = []
    on_chip = set()
    for _, inputs, result in ops:
        for name in inputs:
            if name not in on_chip:
                moved.append(name)
                on_chip.add(name)
        on_chip.add(result)
        if not fused or result in outputs:
            moved.append(result)
        if not fused:
            on_chip.clear()
    return n * itemsize * len(moved)
