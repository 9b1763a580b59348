"""Expect: ex=PASSED prop=PASSED err=PASSED

A table of independent rules, evaluated from the last to the first.
"""


def _off(report, n_bytes):
    return abs(n_bytes / _needed_bytes(report) - 1) > 1e-3 * ROUNDING


def _twin_repairs(report):
    value, unit = report["traffic"]
    return unit in TWINS and not _off(report, value * BYTES_PER[TWINS[unit]])


def _wrong_traffic(report):
    return _off(report, _claimed_bytes(report)) and not _twin_repairs(report)


RULES = {
    "binary_prefix": lambda r: _off(r, _claimed_bytes(r)) and _twin_repairs(r),
    "traffic_too_small": lambda r: _wrong_traffic(r) and _claimed_bytes(r) < _needed_bytes(r),
    "extra_traffic": lambda r: _wrong_traffic(r) and _claimed_bytes(r) > _needed_bytes(r),
    "over_bandwidth": lambda r: _claimed_bytes(r) > _bytes_per_s(r) * _time_s(r) * ROUNDING,
    "over_compute": lambda r: _bounds_s(r)[1] > _time_s(r) * ROUNDING,
    "unsynchronised": lambda r: not r["synchronised"],
    "cache_resident": lambda r: r["warm"] and _needed_bytes(r) <= r["cache_bytes"],
    "advice_mismatch": lambda r: (
        r["advice"] == "more_flop_peak"
        if _bandwidth_limited(r)
        else r["advice"] in ("more_bandwidth", "less_traffic")
    ),
}


def diagnose(report):
    _demand_report(report)
    return {code for code in reversed(RULES) if RULES[code](report)}
