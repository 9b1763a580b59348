"""Expect: ex=WRONG prop=WRONG err=PASSED

Stops at the first thing that is wrong.
"""

_all_codes = diagnose


def diagnose(report):
    codes = _all_codes(report)
    order = [code for code, _ in STEPS] + ["extra_traffic", "advice_mismatch"]
    return set([code for code in order if code in codes][:1])
