"""Expect: ex=WRONG prop=WRONG err=PASSED

A sum beyond the range stays at the largest finite value.
"""

right_add_left = add_left


def add_left(terms, fmt):
    bits, _, exp_max = FORMATS[fmt]
    largest = (2 - 2.0 ** (1 - bits)) * 2.0**exp_max
    return max(-largest, min(largest, right_add_left(terms, fmt)))
