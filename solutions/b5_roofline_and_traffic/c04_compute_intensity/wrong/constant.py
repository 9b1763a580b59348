"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def op_cost(op, dims, itemsize):
    return 0, 0


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    return 0, 0


def intensity(flop, n_bytes):
    return 0.25


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    return {
        "flop": 0,
        "bytes": 0,
        "intensity": 0.0,
        "compute_s": 0.0,
        "memory_s": 0.0,
        "bound_s": 0.0,
        "limiter": "bandwidth",
        "attainable_flop_per_s": 0.0,
    }
