"""Expect: ex=PASSED prop=PASSED err=WRONG

intensity takes any numbers; 0 bytes fail by division.
"""


def intensity(flop, n_bytes):
    return flop / n_bytes
