"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Fused, still reads every result in between from memory.
"""


def _fused_arrays(ops, outputs):
    return len({name for _, inputs, _ in ops for name in inputs}) + len(outputs)
