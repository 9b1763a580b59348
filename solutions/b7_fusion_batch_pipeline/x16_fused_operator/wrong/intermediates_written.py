"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Fused, still writes every intermediate result.
"""


def _fused_arrays(ops, outputs):
    return len(_external(ops)) + len(ops)
