"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts what is read and forgets what is written.
"""

_read_and_written = op_cost
_both_ways = elementwise_cost


def op_cost(op, dims, itemsize):
    flop, n_bytes = _read_and_written(op, dims, itemsize)
    if op in ("sum", "dot"):
        written = 1
    elif op == "gemv":
        written = dims["M"]
    elif op == "outer" or "gemm" in op:
        written = dims["M"] * dims["N"]
    else:
        written = dims["N"] * (2 if op == "add_mul_unfused" else 1)
    return flop, n_bytes - written * itemsize


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    flop, n_bytes = _both_ways(n, inputs, outputs, flop_per_elem, itemsize)
    return flop, n_bytes - n * outputs * itemsize
