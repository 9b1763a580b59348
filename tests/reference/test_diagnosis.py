"""The lecture's report and its variations; reports with known faults injected."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import diagnosis
from tests.reference.literals import quoted

SEED = {
    "n": 10**8,
    "itemsize": 4,
    "reads": 2,
    "writes": 1,
    "flop_per_item": 1,
    "traffic": (1.2, "GB"),
    "time": (0.125, "ms"),
    "peak_bw": (4800, "GB/s"),
    "peak_flop_per_s": 67e12,
    "synchronised": True,
    "warm": False,
    "cache_bytes": 50_000_000,
    "advice": "more_flop_peak",
}
HEAVY = SEED | {"flop_per_item": 1000, "time": (2, "ms")}
QUICK = settings(max_examples=50, deadline=None)
MEASUREMENT = {code for code, _ in diagnosis.STEPS}


@st.composite
def clean_reports(draw):
    """Reports that the model itself would give, with slack in time and honest advice."""
    n, itemsize = draw(st.integers(1000, 10**8)), draw(st.sampled_from((1, 2, 4, 8)))
    reads, writes = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    flop_per_item = draw(st.one_of(st.integers(0, 8), st.integers(500, 2000)))
    need = n * itemsize * (reads + writes)
    memory_s, compute_s = need / 4.8e12, n * flop_per_item / 67e12
    limited_by_memory = memory_s >= compute_s
    honest = ("more_bandwidth", "less_traffic") if limited_by_memory else ("more_flop_peak",)
    slack = draw(st.floats(1.02, 5.0).filter(lambda x: abs(1 / x - 0.8) > 0.01))
    return {
        "n": n,
        "itemsize": itemsize,
        "reads": reads,
        "writes": writes,
        "flop_per_item": flop_per_item,
        "traffic": (need / 1e9, "GB"),
        "time": (slack * max(memory_s, compute_s) * 1e3, "ms"),
        "peak_bw": (4.8, "TB/s"),
        "peak_flop_per_s": 67e12,
        "synchronised": True,
        "warm": draw(st.booleans()),
        "cache_bytes": max(1, need // 2),
        "advice": draw(st.sampled_from((*honest, "more_parallelism", "none"))),
    }


def inject(report, fault):
    """Return the report with one fault more."""
    value, unit = report["traffic"]
    changes = {
        "binary_prefix": {"traffic": (value, "GiB")},
        "traffic_too_small": {"traffic": (value / 2, unit)},
        "extra_traffic": {"traffic": (value * 1.5, unit)},
        "unsynchronised": {"synchronised": False},
        "cache_resident": {"warm": True, "cache_bytes": 4 * report["cache_bytes"] + 4},
    }
    return report | changes[fault]


def test_the_report_of_the_lecture():
    assert diagnosis.diagnose(SEED) == {"over_bandwidth", "advice_mismatch"}
    assert diagnosis.next_step(SEED) == "remeasure"


def test_the_slow_vector_add_is_a_clean_report():
    slow = SEED | {"time": (0.625, "ms"), "advice": "less_traffic"}
    assert diagnosis.diagnose(slow) == set()
    assert diagnosis.next_step(slow) == "raise_utilisation"


def test_gigabytes_written_as_gibibytes():
    report = SEED | {"traffic": (1.2, "GiB"), "time": (0.26, "ms"), "advice": "less_traffic"}
    assert diagnosis.diagnose(report) == {"binary_prefix", "over_bandwidth"}
    assert diagnosis.next_step(report) == "fix_units"
    in_gib = 1.2e9 / 2**30
    assert in_gib == quoted("1.1176")


def test_up_to_where_an_add_fits_the_cache():
    fits = SEED | {"n": 4_166_666, "traffic": (49.999992, "MB"), "warm": True}
    assert "cache_resident" in diagnosis.diagnose(fits)
    assert "cache_resident" not in diagnosis.diagnose(fits | {"warm": False})
    larger = fits | {"n": 4_166_667, "traffic": (50.000004, "MB")}
    assert "cache_resident" not in diagnosis.diagnose(larger)


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"time": (0.25, "ms")}, {"advice_mismatch"}),
        ({"time": (0.25, "ms"), "advice": "none"}, set()),
        ({"time": (250, "us"), "advice": "more_parallelism"}, set()),
        ({"time": (1, "us"), "advice": "none"}, {"over_bandwidth", "over_compute"}),
        ({"time": (0.5, "ms"), "traffic": (1.1, "GiB"), "advice": "none"}, {"traffic_too_small"}),
        ({"time": (0.5, "ms"), "traffic": (0.8, "GB"), "advice": "none"}, {"traffic_too_small"}),
        ({"time": (0.5, "ms"), "traffic": (1.3, "GB"), "advice": "none"}, {"extra_traffic"}),
        ({"time": (0.5, "ms"), "traffic": (1.2012, "GB"), "advice": "none"}, set()),
        ({"time": (0.5, "ms"), "traffic": (1.1988, "GB"), "advice": "none"}, set()),
        ({"time": (0.5, "ms"), "traffic": (1.2013, "GB"), "advice": "none"}, {"extra_traffic"}),
        ({"time": (0.5, "ms"), "traffic": (1_200_000_000, "B"), "advice": "none"}, set()),
        ({"time": (0.5, "ms"), "traffic": (1.1175871, "GiB"), "advice": "none"}, set()),
        ({"time": (0.5, "ms"), "traffic": (1.1175871, "GB"), "advice": "none"}, {"binary_prefix"}),
        ({"time": (0.5, "ms"), "synchronised": False, "advice": "none"}, {"unsynchronised"}),
    ],
)
def test_one_change_at_a_time(changes, codes):
    assert diagnosis.diagnose(SEED | changes) == codes


@pytest.mark.parametrize(
    ("advice", "mismatch"),
    [
        ("more_flop_peak", False),
        ("more_bandwidth", True),
        ("less_traffic", True),
        ("more_parallelism", False),
        ("none", False),
    ],
)
def test_advice_against_the_limiting_resource(advice, mismatch):
    assert diagnosis.diagnose(HEAVY | {"advice": advice}) == (
        {"advice_mismatch"} if mismatch else set()
    )
    memory_bound = SEED | {"time": (0.3, "ms"), "advice": advice}
    assert ("advice_mismatch" in diagnosis.diagnose(memory_bound)) is (advice == "more_flop_peak")


def test_the_limiter_comes_from_what_is_needed_not_from_what_is_claimed():
    # 1.5 TB claimed would make this compute-limited kernel look limited by bandwidth.
    report = HEAVY | {"traffic": (1.5, "TB"), "time": (1, "s"), "advice": "less_traffic"}
    assert diagnosis.diagnose(report) == {"extra_traffic", "advice_mismatch"}


@pytest.mark.parametrize(
    ("changes", "step"),
    [
        ({"synchronised": False, "traffic": (1.2, "GiB")}, "sync_and_retime"),
        ({"traffic": (1.2, "GiB"), "warm": True, "cache_bytes": 10**10}, "fix_units"),
        ({"traffic": (0.1, "GB"), "warm": True, "cache_bytes": 10**10}, "recount_bytes"),
        ({"warm": True, "cache_bytes": 10**10}, "enlarge_input_or_name_cache"),
        ({}, "remeasure"),
        ({"time": (0.5, "ms")}, "raise_utilisation"),
        ({"time": (0.26, "ms")}, "cut_traffic"),
        ({"time": (0.26, "ms"), "traffic": (1.24, "GB")}, "cut_traffic"),
    ],
)
def test_the_most_urgent_step(changes, step):
    assert diagnosis.next_step(SEED | changes) == step


def test_a_kernel_near_its_arithmetic_limit_needs_more_arithmetic():
    assert diagnosis.next_step(HEAVY | {"time": (1.6, "ms")}) == "raise_compute"
    assert diagnosis.next_step(HEAVY | {"time": (1.4, "ms")}) == "remeasure"


@given(clean_reports())
@QUICK
def test_a_report_of_the_model_is_clean(report):
    assert diagnosis.diagnose(report) == set()
    assert diagnosis.next_step(report) in diagnosis.OPTIMISATIONS


@given(
    clean_reports(),
    st.sampled_from(("binary_prefix", "traffic_too_small", "extra_traffic", None)),
    st.sets(st.sampled_from(("unsynchronised", "cache_resident"))),
)
@QUICK
def test_what_is_injected_is_found(report, of_traffic, others):
    faults = others | ({of_traffic} if of_traffic else set())
    for fault in faults:
        report = inject(report, fault)
    found = diagnosis.diagnose(report)
    # More claimed traffic in the same time may also exceed the bandwidth.
    assert found - {"over_bandwidth"} == faults


@given(clean_reports(), st.integers(2, 100))
@QUICK
def test_too_short_a_time_is_found(report, factor):
    value, unit = report["time"]
    codes = diagnosis.diagnose(report | {"time": (value / (10 * factor), unit)})
    assert codes & {"over_bandwidth", "over_compute"}


@given(clean_reports(), st.floats(0.01, 1), st.floats(1, 100))
@QUICK
def test_a_longer_time_only_removes_what_was_too_fast(report, shorter, longer):
    value, unit = report["time"]
    fast = diagnosis.diagnose(report | {"time": (value * shorter, unit)})
    slow = diagnosis.diagnose(report | {"time": (value * shorter * longer, unit)})
    assert slow <= fast
    assert fast - slow <= {"over_bandwidth", "over_compute"}


@given(clean_reports(), st.randoms())
@QUICK
def test_units_and_order_do_not_matter(report, random):
    report = inject(report, "extra_traffic")
    value_ms, _ = report["time"]
    value_gb, _ = report["traffic"]
    same = report | {
        "time": (value_ms * 1000, "us"),
        "traffic": (value_gb * 1e9 / 2**20, "MiB"),
        "peak_bw": (4800, "GB/s"),
    }
    keys = list(same)
    random.shuffle(keys)
    same = {key: same[key] for key in keys}
    assert diagnosis.diagnose(same) == diagnosis.diagnose(report)
    assert diagnosis.next_step(same) == diagnosis.next_step(report)


@given(clean_reports(), st.floats(0.01, 10), st.booleans(), st.floats(0.1, 3))
@QUICK
def test_no_optimisation_before_the_measurement_stands(report, time, synchronised, traffic):
    report = report | {
        "time": (report["time"][0] * time, "ms"),
        "synchronised": synchronised,
        "traffic": (report["traffic"][0] * traffic, "GB"),
    }
    step = diagnosis.next_step(report)
    assert (step in diagnosis.OPTIMISATIONS) is not bool(diagnosis.diagnose(report) & MEASUREMENT)


@pytest.mark.parametrize("key", diagnosis.KEYS)
def test_every_key_is_needed(key):
    report = {name: value for name, value in SEED.items() if name != key}
    with pytest.raises(ValueError, match=f"lacks {key}"):
        diagnosis.diagnose(report)
    with pytest.raises(ValueError, match=f"lacks {key}"):
        diagnosis.next_step(report)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"n": 0}, "n must"),
        ({"itemsize": 0}, "itemsize must"),
        ({"reads": 0}, "reads must"),
        ({"writes": 0}, "writes must"),
        ({"flop_per_item": -1}, "flop_per_item must"),
        ({"traffic": (0, "GB")}, "traffic must"),
        ({"traffic": (1.2, "GB/s")}, "unit of traffic must"),
        ({"traffic": (1.2, "gb")}, "unit of traffic must"),
        ({"time": (-1, "ms")}, "time must"),
        ({"time": (1, "min")}, "unit of time must"),
        ({"time": (5e-324, "ns")}, "time must"),
        ({"peak_bw": (float("nan"), "GB/s")}, "peak_bw must"),
        ({"peak_bw": (4800, "GB")}, "unit of peak_bw must"),
        ({"peak_flop_per_s": 0.0}, "peak_flop_per_s must"),
        ({"cache_bytes": 0}, "cache_bytes must"),
        ({"advice": "buy_more"}, "advice must"),
    ],
)
def test_what_lies_outside_is_refused(bad, reason):
    with pytest.raises(ValueError, match=reason):
        diagnosis.diagnose(SEED | bad)


@pytest.mark.parametrize("key", ["traffic", "time", "peak_bw"])
@pytest.mark.parametrize("value", [(1,), 1, "GB", (1, "GB", "s")])
def test_a_quantity_that_is_no_pair_is_refused(key, value):
    with pytest.raises(ValueError, match=rf"{key} must be a pair \(value, unit\)"):
        diagnosis.diagnose(SEED | {key: value})


@pytest.mark.parametrize("key", ["synchronised", "warm"])
@pytest.mark.parametrize("value", ["no", 0, float("nan"), None])
def test_a_flag_is_true_or_false_and_nothing_that_counts_as_it(key, value):
    with pytest.raises(TypeError, match=key):
        diagnosis.diagnose(SEED | {key: value})


@pytest.mark.parametrize("key", ["n", "itemsize", "flop_per_item"])
def test_a_count_no_time_follows_from_is_refused(key):
    with pytest.raises(ValueError, match="must be finite"):
        diagnosis.diagnose(SEED | {key: 10**400})
