"""Expect: ex=WRONG prop=WRONG err=PASSED

Optimises the limiting side, however far the bound is.
"""


def next_step(report):
    codes = diagnose(report)
    for code, step in STEPS:
        if code in codes:
            return step
    return "cut_traffic" if _bandwidth_limited(report) else "raise_compute"
