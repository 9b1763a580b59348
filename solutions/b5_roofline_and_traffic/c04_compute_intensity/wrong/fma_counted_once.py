"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes a multiply-add for one operation.
"""

_two_for_one = op_cost


def op_cost(op, dims, itemsize):
    flop, n_bytes = _two_for_one(op, dims, itemsize)
    return (flop // 2 if op in ("axpy", "dot", "gemv") or "gemm" in op else flop), n_bytes
