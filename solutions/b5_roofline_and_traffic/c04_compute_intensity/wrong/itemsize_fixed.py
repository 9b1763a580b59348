"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes every element for FP32, whatever itemsize says.
"""

_any_width = op_cost
_kernel_of_any_width = elementwise_cost


def op_cost(op, dims, itemsize):
    flop, n_bytes = _any_width(op, dims, itemsize)
    return flop, n_bytes // itemsize * 4


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    flop, n_bytes = _kernel_of_any_width(n, inputs, outputs, flop_per_elem, itemsize)
    return flop, n_bytes // itemsize * 4
