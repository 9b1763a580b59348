"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Takes any n and any itemsize.
"""

_demanding = _demand_chain


def _demand_chain(n, ops, itemsize, outputs):
    _demanding(0, ops, 1, outputs)
