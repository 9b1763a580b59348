"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Fused, reads an external array again for each operator that uses it.
"""


def _fused_arrays(ops, outputs):
    external = _external(ops)
    return sum(len(external & set(inputs)) for _, inputs, _ in ops) + len(outputs)
