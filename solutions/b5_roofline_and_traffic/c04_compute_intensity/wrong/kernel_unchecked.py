"""Expect: ex=PASSED prop=PASSED err=WRONG

elementwise_cost takes any numbers.
"""


def elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize):
    return n * flop_per_elem, n * (inputs + outputs) * itemsize
