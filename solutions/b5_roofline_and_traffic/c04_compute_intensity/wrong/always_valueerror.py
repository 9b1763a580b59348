"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call, valid ones too.
"""


def op_cost(op, dims, itemsize):
    raise ValueError


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    raise ValueError


def intensity(flop, n_bytes):
    raise ValueError


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    raise ValueError
