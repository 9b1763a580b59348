"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Looks at the inputs of the first operator only; a later one may read what is not there yet.
"""


def _demand_chain(n, ops, itemsize, outputs):
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError
    if not results or len(set(results)) < len(results):
        raise ValueError
    if not outputs <= set(results) or results[-1] not in outputs:
        raise ValueError
    if not set(ops[0][1]).isdisjoint(results):
        raise ValueError
