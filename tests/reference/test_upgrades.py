"""What doubling a limit or cutting traffic gains, with the lecture's numbers for an H200."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import upgrades
from tests.reference.literals import quoted

H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
ADD = {"n": 10**8, "itemsize": 4} | H200
CUBE = {"M": 1024, "N": 1024, "K": 1024, "itemsize": 4} | H200
NO_REUSE = {"flop": 2 * 1024**3, "n_bytes": 8_594_128_896} | H200

COUNTS = st.integers(1, 10**9)
SIZES = st.integers(1, 500)
FACTORS = st.floats(1, 1000)
WORK = st.fixed_dictionaries(
    {
        "flop": st.floats(1, 1e15),
        "n_bytes": st.floats(1, 1e15),
        "flop_per_s": st.floats(1e9, 1e15),
        "bytes_per_s": st.floats(1e9, 1e13),
    }
)
QUICK = settings(max_examples=50, deadline=None)


def test_the_vector_add_of_the_lecture():
    at = upgrades.vector_add_bounds(**ADD)
    assert at["bytes"] == 1_200_000_000
    assert at["memory_s"] == quoted("0.25", 1e-3)
    assert at["compute_s"] == quoted("1.4925", 1e-6)
    assert at["attainable_flop_per_s"] == quoted("0.4", 1e12)
    assert at["intensity"] == quoted("0.0833")
    assert at["limiter"] == "bandwidth"


def test_only_one_of_the_doublings_helps():
    assert upgrades.upgraded_bound_s(**ADD, compute_factor=2, bandwidth_factor=1) == quoted(
        "0.25", 1e-3
    )
    assert upgrades.upgraded_bound_s(**ADD, compute_factor=1, bandwidth_factor=2) == quoted(
        "0.125", 1e-3
    )


def test_more_bandwidth_helps_the_vector_add_for_long():
    factor = upgrades.useful_bandwidth_factor(10**8, 1_200_000_000, **H200)
    assert factor == quoted("167.5")
    enough = upgrades.upgraded_bound_s(**ADD, compute_factor=1, bandwidth_factor=factor)
    more = upgrades.upgraded_bound_s(**ADD, compute_factor=1, bandwidth_factor=10 * factor)
    assert enough == pytest.approx(more)


def test_bandwidth_always_helps_a_copy():
    assert upgrades.useful_bandwidth_factor(0, 8, **H200) == math.inf


@given(COUNTS, st.integers(2, 1000))
@QUICK
def test_the_bound_is_linear_in_n(n, scale):
    one = upgrades.vector_add_bounds(**ADD | {"n": n})["bound_s"]
    assert upgrades.vector_add_bounds(**ADD | {"n": n * scale})["bound_s"] == pytest.approx(
        scale * one
    )


@given(COUNTS, FACTORS, FACTORS)
@QUICK
def test_upgrades_never_hurt(n, compute_factor, bandwidth_factor):
    kernel = ADD | {"n": n}
    bound_s = upgrades.vector_add_bounds(**kernel)["bound_s"]
    both = upgrades.upgraded_bound_s(
        **kernel, compute_factor=compute_factor, bandwidth_factor=bandwidth_factor
    )
    assert both <= bound_s
    # Limited by bandwidth before, and with more peak all the more.
    assert (
        upgrades.upgraded_bound_s(**kernel, compute_factor=compute_factor, bandwidth_factor=1)
        == bound_s
    )


@given(COUNTS, st.floats(0.01, 100))
@QUICK
def test_both_factors_together_scale_the_bound(n, factor):
    kernel = ADD | {"n": n}
    both = upgrades.upgraded_bound_s(**kernel, compute_factor=factor, bandwidth_factor=factor)
    assert both == pytest.approx(upgrades.vector_add_bounds(**kernel)["bound_s"] / factor)


def test_the_product_without_reuse():
    at = upgrades.gemm_regime(**CUBE, model="no_reuse")
    assert at["flop"] == 2_147_483_648
    assert at["intensity"] == quoted("0.24988")
    assert at["memory_s"] == quoted("1.7904", 1e-3)
    assert at["attainable_flop_per_s"] == quoted("1.1994", 1e12)
    assert at["limiter"] == "bandwidth"


def test_the_product_with_perfect_reuse():
    at = upgrades.gemm_regime(**CUBE, model="ideal")
    assert at["flop"] == 2_147_483_648
    assert at["intensity"] == quoted("170.67")
    assert at["memory_s"] == quoted("2.6214", 1e-6)
    assert at["compute_s"] == at["bound_s"] == quoted("32.052", 1e-6)
    assert at["attainable_flop_per_s"] == 67e12
    assert at["limiter"] == "compute"


def test_how_much_cutting_the_traffic_can_gain():
    limit = upgrades.useful_cut_limit(**NO_REUSE)
    assert limit == quoted("55.86")
    assert NO_REUSE["n_bytes"] / limit == quoted("153.85", 1e6)
    assert upgrades.speedup_from_traffic_cut(**NO_REUSE, cut=limit) == pytest.approx(limit)
    assert upgrades.speedup_from_traffic_cut(**NO_REUSE, cut=683) == pytest.approx(limit)
    assert upgrades.speedup_from_traffic_cut(**NO_REUSE, cut=10) == pytest.approx(10)


@given(WORK, FACTORS)
@QUICK
def test_the_gain_is_the_cut_until_the_limit(work, cut):
    gain = upgrades.speedup_from_traffic_cut(**work, cut=cut)
    limit = upgrades.useful_cut_limit(**work)
    assert gain >= 1
    assert gain == pytest.approx(min(cut, limit))


@given(SIZES, SIZES, SIZES)
@QUICK
def test_reuse_changes_the_bytes_and_not_the_work(M, N, K):
    shape = CUBE | {"M": M, "N": N, "K": K}
    ideal = upgrades.gemm_regime(**shape, model="ideal")
    no_reuse = upgrades.gemm_regime(**shape, model="no_reuse")
    assert ideal["flop"] == no_reuse["flop"] == 2 * M * N * K
    assert ideal["bytes"] <= no_reuse["bytes"]
    assert ideal["bound_s"] <= no_reuse["bound_s"]


@pytest.mark.parametrize(
    "bad",
    [
        {"n": 0},
        {"itemsize": 0},
        {"flop_per_s": math.inf},
        {"bytes_per_s": 0.0},
        {"compute_factor": 0.0},
        {"bandwidth_factor": math.nan},
    ],
)
def test_an_upgrade_refuses_what_lies_outside(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        upgrades.upgraded_bound_s(**ADD | {"compute_factor": 1, "bandwidth_factor": 1} | bad)


@pytest.mark.parametrize("bad", [{"M": 0}, {"N": 0}, {"K": 0}, {"itemsize": 0}, {"model": "L2"}])
def test_a_product_refuses_what_lies_outside(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        upgrades.gemm_regime(**CUBE | {"model": "ideal"} | bad)


@pytest.mark.parametrize(
    "bad", [{"cut": 0.5}, {"cut": math.nan}, {"flop": -1.0}, {"n_bytes": 0.0}, {"flop_per_s": 0.0}]
)
def test_a_cut_refuses_what_lies_outside(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        upgrades.speedup_from_traffic_cut(**NO_REUSE | {"cut": 2.0} | bad)
