"""The protocol with fake clocks and devices, and what finished records may be made to say."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import measurement

TIMES = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=9)
RECORDS = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 2))
RATIOS = st.sampled_from((0.5, 0.9, 0.96, 1.0, 1.04, 1.2, 2.0))
QUICK = settings(max_examples=50, deadline=None)
BASE = {"time_s": 2.0, "lower_level_bytes": 1e9, "instructions": 4e9}


class Lab:
    """A function, a device that may run it later, and a clock that only the work advances."""

    def __init__(self, durations, asynchronous=False):
        self.durations = list(durations)
        self.asynchronous = asynchronous
        self.now, self.pending, self.calls = 0, 0, []

    def fn(self):
        self.calls.append("fn")
        self.pending += self.durations.pop(0)
        if not self.asynchronous:
            self.run()

    def run(self):
        self.now, self.pending = self.now + self.pending, 0

    def sync(self):
        self.calls.append("sync")
        self.run()

    def clock(self):
        self.calls.append("clock")
        return self.now

    def check(self):
        self.calls.append("check")
        return True


def test_the_example_of_the_unit():
    lab = Lab([2, 3, 10, 3, 4])
    result = measurement.bench(lab.fn, warmup=0, repeats=5, clock=lab.clock)
    assert result == {"samples": [2, 3, 10, 3, 4], "median": 3, "min": 2, "max": 10}


@given(st.integers(0, 4), st.integers(1, 5), st.booleans(), st.booleans())
@QUICK
def test_the_calls_are_the_protocol(warmup, repeats, checks, syncs):
    lab = Lab([1] * (warmup + repeats + checks))
    measurement.bench(
        lab.fn,
        warmup=warmup,
        repeats=repeats,
        clock=lab.clock,
        sync=lab.sync if syncs else None,
        check=lab.check if checks else None,
    )
    expected = ["fn", "sync", "check"] if checks else []
    expected += ["fn"] * warmup
    expected += ["sync", "clock", "fn", "sync", "clock"] * repeats
    assert lab.calls == [call for call in expected if syncs or call != "sync"]


def test_warm_up_and_check_stay_out_of_the_samples():
    lab = Lab([100, 50, 50, 1, 2, 3])
    result = measurement.bench(lab.fn, warmup=2, repeats=3, clock=lab.clock, check=lab.check)
    assert result["samples"] == [1, 2, 3]


def test_an_asynchronous_device_is_timed_by_waiting_for_it():
    lab = Lab([100, 50, 5, 6, 7], asynchronous=True)
    result = measurement.bench(
        lab.fn, warmup=1, repeats=3, clock=lab.clock, sync=lab.sync, check=lab.check
    )
    assert result["samples"] == [5, 6, 7]


def test_without_waiting_an_asynchronous_device_looks_infinitely_fast():
    lab = Lab([5, 6, 7], asynchronous=True)
    result = measurement.bench(lab.fn, warmup=0, repeats=3, clock=lab.clock)
    assert result["samples"] == [0, 0, 0]


def test_a_wrong_result_is_never_timed():
    lab = Lab([1])
    with pytest.raises(ValueError, match="check"):
        measurement.bench(lab.fn, warmup=3, repeats=3, clock=lab.clock, check=lambda: False)
    assert lab.calls == ["fn"]


def test_what_fn_raises_reaches_the_caller():
    with pytest.raises(IndexError):  # the lab has no duration left
        measurement.bench(Lab([]).fn, warmup=0, repeats=1, clock=lambda: 0)


@pytest.mark.parametrize("bad", [{"warmup": -1}, {"repeats": 0}])
def test_bench_refuses_before_it_runs_anything(bad):
    lab = Lab([])
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        measurement.bench(lab.fn, clock=lab.clock, **{"warmup": 0, "repeats": 1} | bad)
    assert lab.calls == []


def test_the_ratio_of_medians_of_the_unit():
    runs = {"ikj": [4, 5, 9, 5, 4], "tiled": [6, 5, 6, 7, 5]}
    assert measurement.median_ratio(runs, "ikj") == pytest.approx({"ikj": 1.0, "tiled": 1.2})
    assert measurement.median_ratio({"a": [1.0, 3.0], "b": [4.0]}, "a") == {"a": 1.0, "b": 2.0}


@given(st.dictionaries(st.sampled_from("abc"), TIMES, min_size=1), st.randoms())
@QUICK
def test_the_order_of_samples_and_one_outlier_do_not_matter(runs, random):
    baseline = min(runs)
    ratios = measurement.median_ratio(runs, baseline)
    assert ratios.keys() == runs.keys()
    assert ratios[baseline] == 1
    shuffled = {name: random.sample(times, len(times)) for name, times in runs.items()}
    assert measurement.median_ratio(shuffled, baseline) == ratios
    slower = {
        name: [*sorted(times)[:-1], max(times) * 1000] if len(times) >= 3 else times
        for name, times in runs.items()
    }
    assert measurement.median_ratio(slower, baseline) == ratios


@pytest.mark.parametrize(
    ("runs", "baseline", "reason"),
    [
        ({"a": [1.0]}, "b", "baseline must be one of a"),
        ({}, "a", "baseline must"),
        ({"a": [1.0], "b": []}, "a", "must have at least 1"),
        ({"a": [1.0, 0.0]}, "a", "must be finite and above 0"),
        ({"a": [math.nan]}, "a", "must be finite and above 0"),
    ],
)
def test_ratios_refuse_what_lies_outside(runs, baseline, reason):
    with pytest.raises(ValueError, match=reason):
        measurement.median_ratio(runs, baseline)


def test_what_differs_between_two_runs():
    a = {"size": 512, "flags": "-O3", "tile": 16}
    assert measurement.changed_factors(a, a) == set()
    assert measurement.changed_factors(a, a | {"tile": 32}) == {"tile"}
    assert measurement.changed_factors(a, {"size": 512, "flags": "-O3"}) == {"tile"}
    assert measurement.changed_factors(a, a | {"pinned": None}) == {"pinned"}
    assert measurement.is_controlled(a, a | {"tile": 32}, "tile")
    assert not measurement.is_controlled(a, a | {"tile": 32}, "size")
    assert not measurement.is_controlled(a, a | {"tile": 32, "size": 1024}, "tile")
    assert not measurement.is_controlled(a, a, "tile")


@given(RECORDS, RECORDS)
@QUICK
def test_differing_is_mutual(a, b):
    changed = measurement.changed_factors(a, b)
    assert changed == measurement.changed_factors(b, a)
    assert (changed == set()) is (a == b)
    assert all(measurement.is_controlled(a, b, name) is (changed == {name}) for name in "abcdef")


@pytest.mark.parametrize(
    ("time", "traffic", "instructions", "reason"),
    [
        (0.96, 2.0, 2.0, "faster"),
        (0.98, 1.0, 1.0, "reuse_not_improved"),
        (1.2, 0.96, 1.04, "reuse_not_improved"),
        (1.2, 0.5, 1.06, "overhead_offsets_reuse"),
        (1.2, 0.96, 1.06, "both"),
        (1.2, 0.94, 1.04, "other_limit"),
        # On the thresholds themselves.
        (0.97, 0.95, 1.05, "other_limit"),
    ],
)
def test_counters_explain_why_it_is_not_faster(time, traffic, instructions, reason):
    ratios = {"time_s": time, "lower_level_bytes": traffic, "instructions": instructions}
    tiled = {name: ratio * BASE[name] for name, ratio in ratios.items()}
    assert measurement.explain(BASE, tiled) == reason


@given(RATIOS, RATIOS, RATIOS, st.integers(-10, 10))
@QUICK
def test_rescaling_both_records_explains_the_same(time, traffic, instructions, exponent):
    ratios = dict(zip(measurement.COUNTERS, (time, traffic, instructions), strict=True))
    tiled = {name: ratio * BASE[name] for name, ratio in ratios.items()}
    scaled = [{name: 2.0**exponent * x for name, x in record.items()} for record in (BASE, tiled)]
    assert measurement.explain(*scaled) == measurement.explain(BASE, tiled)


@pytest.mark.parametrize("name", measurement.COUNTERS)
def test_explain_needs_every_counter(name):
    without = {key: value for key, value in BASE.items() if key != name}
    with pytest.raises(ValueError, match=f"base needs {name}"):
        measurement.explain(without, BASE)
    with pytest.raises(ValueError, match=f"tiled {name} must"):
        measurement.explain(BASE, BASE | {name: 0})
