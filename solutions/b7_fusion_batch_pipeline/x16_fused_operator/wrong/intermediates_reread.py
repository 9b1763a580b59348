"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Fused, still reads every intermediate result from memory.
"""


def _fused_arrays(ops, outputs):
    return len({name for _, inputs, _ in ops for name in inputs}) + len(outputs)
