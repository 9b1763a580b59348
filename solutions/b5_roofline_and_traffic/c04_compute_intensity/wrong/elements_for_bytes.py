"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the number of elements where bytes are asked for.
"""

_in_bytes = op_cost
_kernel_in_bytes = elementwise_cost


def op_cost(op, dims, itemsize):
    flop, n_bytes = _in_bytes(op, dims, itemsize)
    return flop, n_bytes // itemsize


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    flop, n_bytes = _kernel_in_bytes(n, inputs, outputs, flop_per_elem, itemsize)
    return flop, n_bytes // itemsize
