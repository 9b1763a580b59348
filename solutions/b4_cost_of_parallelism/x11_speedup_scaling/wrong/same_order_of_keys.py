"""Expect: ex=WRONG prop=PASSED err=PASSED claim=PASSED

Keys have to come in the same order.
"""


def comparable(a, b):
    rows = [[(n, v) for n, v in run.items() if n in CONDITIONS] for run in (a, b)]
    return len(rows[0]) == len(CONDITIONS) and rows[0] == rows[1]
