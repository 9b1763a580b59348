"""Expect: ex=PASSED prop=PASSED err=WRONG

Takes every operator that it does not know for a tiled product.
"""

_known = op_cost


def op_cost(op, dims, itemsize):
    try:
        return _known(op, dims, itemsize)
    except ValueError:
        if op in VECTOR_OPS or op in ("outer", "gemv") or op.startswith("gemm_"):
            raise
        return _known("gemm_tiled", dims, itemsize)
