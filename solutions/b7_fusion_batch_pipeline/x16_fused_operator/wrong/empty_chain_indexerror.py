"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Lets a chain without operators end in IndexError.
"""


def _demand_chain(n, ops, itemsize, outputs):
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError
    if len(set(results)) < len(results):
        raise ValueError
    if not outputs <= set(results) or results[-1] not in outputs:
        raise ValueError
    for i, (_, inputs, _) in enumerate(ops):
        if not set(inputs).isdisjoint(results[i:]):
            raise ValueError
