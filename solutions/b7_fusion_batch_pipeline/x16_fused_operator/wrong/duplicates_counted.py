"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Reads an array twice if one operator names it twice.
"""


def _unfused_arrays(ops):
    return sum(len(inputs) + 1 for _, inputs, _ in ops)
