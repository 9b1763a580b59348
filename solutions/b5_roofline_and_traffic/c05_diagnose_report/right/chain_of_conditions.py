"""Expect: ex=PASSED prop=PASSED err=PASSED

next_step as a chain of conditions instead of a table.
"""


def next_step(report):
    codes = diagnose(report)
    memory_s, compute_s = _bounds_s(report)
    if "unsynchronised" in codes:
        return "sync_and_retime"
    if "binary_prefix" in codes:
        return "fix_units"
    if "traffic_too_small" in codes:
        return "recount_bytes"
    if "cache_resident" in codes:
        return "enlarge_input_or_name_cache"
    if codes & {"over_bandwidth", "over_compute"}:
        return "remeasure"
    if max(memory_s, compute_s) < 0.8 * _time_s(report):
        return "raise_utilisation"
    return "cut_traffic" if memory_s >= compute_s * (1 - 1e-9) else "raise_compute"
