"""Expect: ex=WRONG prop=WRONG err=PASSED

Calls every difference from the necessary traffic a fault.
"""


def _traffic_codes(report):
    need, claimed = _needed_bytes(report), _claimed_bytes(report)
    value, unit = report["traffic"]
    if math.isclose(claimed, need, rel_tol=1e-7):
        return set()
    if unit in TWINS and math.isclose(value * BYTES_PER[TWINS[unit]], need, rel_tol=1e-7):
        return {"binary_prefix"}
    return {"traffic_too_small" if claimed < need else "extra_traffic"}
