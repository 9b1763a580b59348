"""Expect: ex=ERROR prop=PASSED err=PASSED

Looks up the twin of every unit; plain bytes have none, which ends in KeyError.
"""


def _traffic_codes(report):
    need, claimed = _needed_bytes(report), _claimed_bytes(report)
    value, unit = report["traffic"]
    if abs(claimed - need) <= 1e-3 * need:
        return set()
    if abs(value * BYTES_PER[TWINS[unit]] - need) <= 1e-3 * need:
        return {"binary_prefix"}
    return {"traffic_too_small" if claimed < need else "extra_traffic"}
