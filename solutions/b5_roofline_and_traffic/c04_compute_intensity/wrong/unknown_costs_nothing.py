"""Expect: ex=PASSED prop=PASSED err=WRONG

Answers (0, 0) for an operator that it does not know.
"""

_strict = op_cost


def op_cost(op, dims, itemsize):
    known = op in VECTOR_OPS or op in ("outer", "gemv") or op.startswith("gemm")
    return _strict(op, dims, itemsize) if known else (0, 0)
