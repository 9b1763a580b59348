"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Accepts an operator that reads a result before it is there.
"""


def _demand_chain(n, ops, itemsize, outputs):
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError
    if not results or len(set(results)) < len(results):
        raise ValueError
    if not outputs <= set(results) or results[-1] not in outputs:
        raise ValueError
