"""Expect: ex=PASSED prop=PASSED err=WRONG

Checks no count, no key and no advice.
"""


def _demand_report(report):
    pass
