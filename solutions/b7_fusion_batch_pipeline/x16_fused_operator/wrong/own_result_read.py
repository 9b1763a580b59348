"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Accepts an operator that reads what it produces itself.
"""


def _demand_chain(n, ops, itemsize, outputs):
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError
    if not results or len(set(results)) < len(results):
        raise ValueError
    if not outputs <= set(results) or results[-1] not in outputs:
        raise ValueError
    for i, (_, inputs, _) in enumerate(ops):
        if not set(inputs).isdisjoint(results[i + 1 :]):
            raise ValueError
