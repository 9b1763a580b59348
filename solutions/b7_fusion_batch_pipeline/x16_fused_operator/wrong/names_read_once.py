"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Unfused, reads each array once for the whole chain.
"""


def _unfused_arrays(ops):
    return len({name for _, inputs, _ in ops for name in inputs}) + len(ops)
