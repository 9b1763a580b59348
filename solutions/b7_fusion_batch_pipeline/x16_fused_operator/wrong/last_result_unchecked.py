"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Accepts outputs without the last result.
"""


def _demand_chain(n, ops, itemsize, outputs):
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError
    if not results or len(set(results)) < len(results):
        raise ValueError
    if not outputs <= set(results):
        raise ValueError
    for i, (_, inputs, _) in enumerate(ops):
        if not set(inputs).isdisjoint(results[i:]):
            raise ValueError
