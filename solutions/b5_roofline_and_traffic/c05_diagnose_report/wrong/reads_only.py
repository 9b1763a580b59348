"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the arrays that are read and forgets those that are written.
"""


def _needed_bytes(report):
    return report["n"] * report["itemsize"] * report["reads"]
