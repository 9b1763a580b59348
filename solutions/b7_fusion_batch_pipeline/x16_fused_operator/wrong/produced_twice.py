"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Accepts two operators that produce the same name.
"""


def _demand_chain(n, ops, itemsize, outputs):
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError
    if not results:
        raise ValueError
    if not outputs <= set(results) or results[-1] not in outputs:
        raise ValueError
    for i, (_, inputs, _) in enumerate(ops):
        if not set(inputs).isdisjoint(set(results[i:]) - set(results[:i])):
            raise ValueError
