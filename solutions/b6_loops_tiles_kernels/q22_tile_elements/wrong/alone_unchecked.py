"""Expect: ex=PASSED prop=PASSED err=WRONG

per_output_loads takes any numbers.
"""


def per_output_loads(tm, tn, K):
    return 2 * tm * tn * K
