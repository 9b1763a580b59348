"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Writes only the last result, although somebody needs another one.
"""


def _fused_arrays(ops, outputs):
    return len(_external(ops)) + 1
