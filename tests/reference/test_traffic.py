"""Footprint, two models of traffic, and what evidence allows to claim."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import traffic
from tests.reference.literals import quoted

N = 1024
SIZES = st.integers(0, 200)
ITEMSIZES = st.sampled_from((1, 2, 4, 8))
QUICK = settings(max_examples=50, deadline=None)


def test_the_numbers_of_the_lecture():
    footprint = traffic.gemm_footprint_bytes(N, N, N, 4)
    no_reuse = traffic.gemm_traffic_bytes(N, N, N, 4, "no_reuse")
    assert footprint == 12_582_912 == 12 * 2**20
    assert traffic.gemm_traffic_bytes(N, N, N, 4, "ideal") == footprint
    assert no_reuse == 8_594_128_896
    assert no_reuse / footprint == quoted("683")
    assert traffic.gemm_traffic_bytes(N, N, N, 4, "no_reuse", True) == 8_598_323_200


def test_shapes_that_are_not_square():
    assert traffic.gemm_footprint_bytes(2, 3, 5, 4) == (10 + 15 + 6) * 4
    assert traffic.gemm_traffic_bytes(2, 3, 5, 4, "no_reuse") == (60 + 6) * 4
    assert traffic.gemm_traffic_bytes(2, 3, 5, 4, "ideal", write_allocate=True) == 37 * 4


@given(SIZES, SIZES, SIZES, ITEMSIZES, st.sampled_from(traffic.MODELS), st.booleans())
@QUICK
def test_a_transposed_product_moves_as_much(M, N, K, itemsize, model, write_allocate):
    one = traffic.gemm_traffic_bytes(M, N, K, itemsize, model, write_allocate)
    assert traffic.gemm_traffic_bytes(N, M, K, itemsize, model, write_allocate) == one


@given(st.integers(1, 200), st.integers(1, 200), SIZES, ITEMSIZES)
@QUICK
def test_no_reuse_moves_no_less(M, N, K, itemsize):
    ideal = traffic.gemm_traffic_bytes(M, N, K, itemsize, "ideal")
    assert ideal == traffic.gemm_footprint_bytes(M, N, K, itemsize)
    assert traffic.gemm_traffic_bytes(M, N, K, itemsize, "no_reuse") >= ideal


@given(st.integers(1, 1000), ITEMSIZES)
@QUICK
def test_twice_the_side(side, itemsize):
    def both(n):
        return (
            traffic.gemm_footprint_bytes(n, n, n, itemsize),
            traffic.gemm_traffic_bytes(n, n, n, itemsize, "no_reuse"),
        )

    (footprint, moved), (twice_footprint, twice_moved) = both(side), both(2 * side)
    assert twice_footprint == 4 * footprint
    # 16 n³ + 4 n² against 2 n³ + n²: below 8 by 4 / (2n + 1).
    assert twice_moved / moved == pytest.approx(8 - 4 / (2 * side + 1))


@given(SIZES, SIZES, ITEMSIZES, st.sampled_from(traffic.MODELS))
@QUICK
def test_an_empty_sum_still_writes_c(M, N, itemsize, model):
    assert traffic.gemm_traffic_bytes(M, N, 0, itemsize, model) == M * N * itemsize


@given(SIZES, SIZES, SIZES, ITEMSIZES, st.sampled_from(traffic.MODELS))
@QUICK
def test_write_allocate_reads_c_once_more(M, N, K, itemsize, model):
    without = traffic.gemm_traffic_bytes(M, N, K, itemsize, model)
    with_it = traffic.gemm_traffic_bytes(M, N, K, itemsize, model, write_allocate=True)
    assert with_it - without == M * N * itemsize


def test_no_reuse_is_what_the_loops_ask_for():
    M, N, K = 3, 4, 5
    requests = 0
    for _ in product(range(M), range(N)):
        requests += sum(2 for _ in range(K)) + 1
    assert traffic.gemm_traffic_bytes(M, N, K, 8, "no_reuse") == 8 * requests


@pytest.mark.parametrize(
    ("there", "claim"),
    [
        ((), "none"),
        (("has_source",), "source_request_count"),
        (("has_hw_counter", "counter_level_matches"), "measured_traffic"),
        (("has_hw_counter", "has_source"), "source_request_count"),
        (("counter_level_matches",), "none"),
        (("has_cache_simulation", "geometry_stated"), "cache_model_estimate"),
        (("has_cache_simulation",), "none"),
        (("has_hw_counter", "has_cache_simulation", "geometry_stated"), "cache_model_estimate"),
        (traffic.EVIDENCE, "measured_traffic"),
    ],
)
def test_a_claim_needs_its_evidence(there, claim):
    assert traffic.strongest_claim({name: name in there for name in traffic.EVIDENCE}) == claim
    assert traffic.strongest_claim(dict.fromkeys(there, True)) == claim


def test_more_evidence_never_weakens_the_claim():
    for bits in product((False, True), repeat=len(traffic.EVIDENCE)):
        evidence = dict(zip(traffic.EVIDENCE, bits, strict=True))
        rank = traffic.CLAIMS.index(traffic.strongest_claim(evidence))
        for name in traffic.EVIDENCE:
            more = traffic.strongest_claim(evidence | {name: True})
            assert traffic.CLAIMS.index(more) <= rank


@pytest.mark.parametrize("bad", [{"M": -1}, {"N": -1}, {"K": -1}, {"itemsize": 0}, {"model": "x"}])
def test_what_lies_outside_is_refused(bad):
    valid = {"M": 2, "N": 2, "K": 2, "itemsize": 4, "model": "ideal"}
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        traffic.gemm_traffic_bytes(**valid | bad)
