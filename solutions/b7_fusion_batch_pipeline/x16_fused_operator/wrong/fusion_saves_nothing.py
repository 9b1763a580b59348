"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Counts the fused kernel as the operators one by one.
"""


def _fused_arrays(ops, outputs):
    return _unfused_arrays(ops)
