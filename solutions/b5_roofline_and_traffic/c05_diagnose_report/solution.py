# %%
import math
from typing import Any

COUNTS = {"n": 1, "itemsize": 1, "reads": 1, "writes": 1, "flop_per_item": 0, "cache_bytes": 1}
OTHERS = ("traffic", "time", "peak_bw", "peak_flop_per_s", "synchronised", "warm", "advice")
ADVICE = ("more_flop_peak", "more_bandwidth", "less_traffic", "more_parallelism", "none")
DECIMAL = {"kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
BINARY = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
BYTES_PER = {"B": 1} | DECIMAL | BINARY
SECONDS_PER = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
TWINS = dict(zip(DECIMAL, BINARY, strict=True)) | dict(zip(BINARY, DECIMAL, strict=True))
ROUNDING = 1 + 1e-9
STEPS = (
    ("unsynchronised", "sync_and_retime"),
    ("binary_prefix", "fix_units"),
    ("traffic_too_small", "recount_bytes"),
    ("cache_resident", "enlarge_input_or_name_cache"),
    ("over_bandwidth", "remeasure"),
    ("over_compute", "remeasure"),
)


def _demand_report(report: dict[str, Any]) -> None:
    missing = [key for key in (*COUNTS, *OTHERS) if key not in report]
    if missing:
        raise ValueError(f"missing: {missing}")
    if any(report[key] < least for key, least in COUNTS.items()):
        raise ValueError("a count is too small")
    if report["advice"] not in ADVICE:
        raise ValueError("unknown advice")


def _positive(value: float) -> float:
    # `not value > 0` also catches NaN, for which every comparison is false.
    if not value > 0 or math.isinf(value):
        raise ValueError("numbers are finite and above 0")
    return value


def _quantity(value: float, unit: str, per: dict[str, float]) -> float:
    if unit not in per:
        raise ValueError(f"unknown unit {unit!r}")
    return _positive(value) * per[unit]


def _needed_bytes(report: dict[str, Any]) -> int:
    return report["n"] * report["itemsize"] * (report["reads"] + report["writes"])


def _claimed_bytes(report: dict[str, Any]) -> float:
    return _quantity(*report["traffic"], BYTES_PER)


def _time_s(report: dict[str, Any]) -> float:
    return _quantity(*report["time"], SECONDS_PER)


def _bytes_per_s(report: dict[str, Any]) -> float:
    return _quantity(*report["peak_bw"], {f"{unit}/s": size for unit, size in BYTES_PER.items()})


def _bounds_s(report: dict[str, Any]) -> tuple[float, float]:
    """Shortest time for the necessary traffic, and for the arithmetic."""
    flop = report["n"] * report["flop_per_item"]
    return (
        _needed_bytes(report) / _bytes_per_s(report),
        flop / _positive(report["peak_flop_per_s"]),
    )


def _bandwidth_limited(report: dict[str, Any]) -> bool:
    memory_s, compute_s = _bounds_s(report)
    return memory_s * ROUNDING >= compute_s


def _traffic_codes(report: dict[str, Any]) -> set[str]:
    need, claimed = _needed_bytes(report), _claimed_bytes(report)

    def is_needed(n_bytes: float) -> bool:
        return abs(n_bytes - need) <= 1e-3 * need * ROUNDING

    value, unit = report["traffic"]
    if is_needed(claimed):
        return set()
    if unit in TWINS and is_needed(value * BYTES_PER[TWINS[unit]]):
        return {"binary_prefix"}
    return {"traffic_too_small" if claimed < need else "extra_traffic"}


def _rate_codes(report: dict[str, Any]) -> set[str]:
    codes, time_s = set(), _time_s(report)
    _, compute_s = _bounds_s(report)
    if _claimed_bytes(report) / time_s > _bytes_per_s(report) * ROUNDING:
        codes.add("over_bandwidth")
    if compute_s > time_s * ROUNDING:
        codes.add("over_compute")
    return codes


def _run_codes(report: dict[str, Any]) -> set[str]:
    codes = set()
    if not report["synchronised"]:
        codes.add("unsynchronised")
    if report["warm"] and _needed_bytes(report) <= report["cache_bytes"]:
        codes.add("cache_resident")
    return codes


def _advice_codes(report: dict[str, Any]) -> set[str]:
    if _bandwidth_limited(report):
        useless = ("more_flop_peak",)
    else:
        useless = ("more_bandwidth", "less_traffic")
    return {"advice_mismatch"} if report["advice"] in useless else set()


# %%
def diagnose(report: dict[str, Any]) -> set[str]:
    _demand_report(report)
    parts = (_traffic_codes, _rate_codes, _run_codes, _advice_codes)
    return set().union(*(part(report) for part in parts))


# %%
def next_step(report: dict[str, Any]) -> str:
    codes = diagnose(report)
    for code, step in STEPS:
        if code in codes:
            return step
    if max(_bounds_s(report)) / _time_s(report) < 0.8:
        return "raise_utilisation"
    return "cut_traffic" if _bandwidth_limited(report) else "raise_compute"
