"""Expect: ex=PASSED prop=PASSED err=PASSED

Gathers the facts of a report in one record; every comparison of converted numbers is one function.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Facts:
    need: int
    claimed: float
    claimed_in_twin: float
    time_s: float
    flop: int
    flop_per_s: float
    bytes_per_s: float

    @property
    def bound_s(self):
        return max(self.need / self.bytes_per_s, self.flop / self.flop_per_s)

    @property
    def by_bandwidth(self):
        return not _above(self.flop / self.flop_per_s, self.need / self.bytes_per_s)


def _above(a, b):
    return a > b and not math.isclose(a, b, rel_tol=1e-9)


def _facts(report):
    _demand_report(report)
    value, unit = report["traffic"]
    return Facts(
        need=_needed_bytes(report),
        claimed=_claimed_bytes(report),
        claimed_in_twin=value * BYTES_PER[TWINS.get(unit, unit)],
        time_s=_time_s(report),
        flop=report["n"] * report["flop_per_item"],
        flop_per_s=_positive(report["peak_flop_per_s"]),
        bytes_per_s=_bytes_per_s(report),
    )


def _traffic_codes(facts):
    def off(claim):
        return _above(abs(claim / facts.need - 1), 1e-3)

    if not off(facts.claimed):
        return set()
    if not off(facts.claimed_in_twin):
        return {"binary_prefix"}
    return {"traffic_too_small" if facts.claimed < facts.need else "extra_traffic"}


def diagnose(report):
    facts = _facts(report)
    useless = {"more_flop_peak"} if facts.by_bandwidth else {"more_bandwidth", "less_traffic"}
    verdicts = {
        "over_bandwidth": _above(facts.claimed / facts.time_s, facts.bytes_per_s),
        "over_compute": _above(facts.flop / facts.time_s, facts.flop_per_s),
        "unsynchronised": not report["synchronised"],
        # A tolerance on whole numbers is more than the prompt asks for, but no report is so near.
        "cache_resident": report["warm"] and not _above(facts.need, report["cache_bytes"]),
        "advice_mismatch": report["advice"] in useless,
    }
    return _traffic_codes(facts) | {code for code, holds in verdicts.items() if holds}


def next_step(report):
    codes, facts = diagnose(report), _facts(report)
    for code, step in STEPS:
        if code in codes:
            return step
    if _above(0.8, facts.bound_s / facts.time_s):
        return "raise_utilisation"
    return "cut_traffic" if facts.by_bandwidth else "raise_compute"
