"""Expect: ex=PASSED prop=WRONG err=PASSED

Takes the first key for n and the second for itemsize.
"""


def _needed_bytes(report):
    n, itemsize, *_ = report.values()
    arrays = report["reads"] + report["writes"]
    if isinstance(n, int) and isinstance(itemsize, int):
        return n * itemsize * arrays
    return report["n"] * report["itemsize"] * arrays
