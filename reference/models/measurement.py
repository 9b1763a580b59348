"""How to take a time that means something, and what a table of such times can show.

`bench` is the protocol: right before fast, warm-up apart from samples, the device at rest before
each reading of the clock. The rest compares finished records: medians, because one interrupted run
must not decide; one factor changed at a time, because two cannot be told apart; and counters beside
the times, because a time alone does not say why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TypedDict

from reference.models.domain import integer, real, reals, same_length

FASTER_BELOW = 0.97
"""A ratio of times below this counts as faster."""
REUSED_UP_TO = 0.95
"""A ratio of lower-level traffic up to this counts as more reuse."""
OVERHEAD_ABOVE = 1.05
"""A ratio of instructions above this counts as overhead."""
EXPLANATIONS = {
    # (reuse improved, overhead added) of a version that is not faster
    (False, False): "reuse_not_improved",
    (True, True): "overhead_offsets_reuse",
    (False, True): "both",
    (True, False): "other_limit",
}
COUNTERS = ("time_s", "lower_level_bytes", "instructions")
_ABSENT = object()


class Samples(TypedDict):
    """What `bench` measured, in the unit of its clock."""

    samples: list[float]
    """One duration per repeat, in order."""
    median: float
    min: float
    max: float


def median_ratio(runs: Mapping[str, Sequence[float]], baseline: str) -> dict[str, float]:
    """Return median(version) / median(baseline) for each version, the baseline (1.0) included.

    Parameters
    ----------
    runs
        Version -> its times, > 0, at least one each.
    baseline
        A key of `runs`.

    Raises
    ------
    ValueError
        The baseline is missing, a version has no times, or a time is out of range or not finite.
    """
    if baseline not in runs:
        raise ValueError(f"baseline must be one of {', '.join(runs)}, not {baseline!r}")
    medians = {version: _median_time(version, times) for version, times in runs.items()}
    return {version: time / medians[baseline] for version, time in medians.items()}


def changed_factors(a: Mapping[str, object], b: Mapping[str, object]) -> set[str]:
    """Return the keys whose values differ; a key that only one record has differs too."""
    return {key for key in {*a, *b} if a.get(key, _ABSENT) != b.get(key, _ABSENT)}


def is_controlled(a: Mapping[str, object], b: Mapping[str, object], factor: str) -> bool:
    """Return whether `factor`, and nothing else, differs between two records of conditions."""
    return changed_factors(a, b) == {factor}


def explain(base: Mapping[str, float], tiled: Mapping[str, float]) -> str:
    """Return why a tiled version is not faster, from counters of both versions.

    With the ratios tiled/base: a time ratio below 0.97 is "faster". Otherwise traffic above 0.95
    means that reuse did not improve, instructions above 1.05 that overhead was added:

    ================ =========================== ==========================
    ..               instructions <= 1.05        instructions > 1.05
    ================ =========================== ==========================
    traffic > 0.95   "reuse_not_improved"        "both"
    traffic <= 0.95  "other_limit"               "overhead_offsets_reuse"
    ================ =========================== ==========================

    Parameters
    ----------
    base, tiled
        `time_s`, `lower_level_bytes` and `instructions`, all > 0; other keys are ignored.

    Raises
    ------
    ValueError
        A counter is missing, out of range or not finite.
    """
    time_ratio, traffic_ratio, instruction_ratio = (
        _counter("tiled", tiled, name) / _counter("base", base, name) for name in COUNTERS
    )
    if time_ratio < FASTER_BELOW:
        return "faster"
    return EXPLANATIONS[traffic_ratio <= REUSED_UP_TO, instruction_ratio > OVERHEAD_ABOVE]


def bench(
    fn: Callable[[], None],
    *,
    warmup: int,
    repeats: int,
    clock: Callable[[], float],
    sync: Callable[[], None] | None = None,
    check: Callable[[], bool] | None = None,
) -> Samples:
    """Return the durations of `repeats` calls of `fn`, taken by the protocol.

    1. With a `check`: fn(), sync(), check(); wrong results are not timed at all.
    2. `warmup` times fn(), not timed.
    3. Each repeat: sync(), t0 = clock(), fn(), sync(), t1 = clock(); the sample is t1 − t0. The
       first sync keeps earlier work out, the second waits for work that fn() only enqueued.

    Parameters
    ----------
    fn
        What is measured. Its exceptions propagate.
    warmup, repeats
        >= 0 and >= 1.
    clock
        Returns the time; only differences are used.
    sync
        Waits until the device is idle; left out where there is none.
    check
        Whether the result of fn() is right.

    Raises
    ------
    ValueError
        A count is too small, or the result is wrong; then the clock was not read.
    """
    warmup, repeats = integer("warmup", warmup, 0), integer("repeats", repeats, 1)
    wait = sync if sync is not None else _nothing
    if check is not None:
        fn()
        wait()
        if not check():
            raise ValueError("check() must be true before anything is timed: the result is wrong")
    for _ in range(warmup):
        fn()
    samples = [_sample(fn, clock, wait) for _ in range(repeats)]
    middle = median(samples)
    return {"samples": samples, "median": middle, "min": min(samples), "max": max(samples)}


def _sample(fn: Callable[[], None], clock: Callable[[], float], wait: Callable[[], None]) -> float:
    wait()
    start = clock()
    fn()
    wait()
    return clock() - start


def _nothing() -> None:
    """Wait for a device that never lags behind."""


def _median_time(version: str, times: Sequence[float]) -> float:
    same_length(1, **{f"runs[{version!r}]": times})
    return median(reals(f"runs[{version!r}]", times, above=0))


def _counter(record: str, counters: Mapping[str, float], name: str) -> float:
    if name not in counters:
        raise ValueError(f"{record} needs {name}")
    return real(f"{record} {name}", counters[name], above=0)
