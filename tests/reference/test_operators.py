"""FLOP and bytes of operators: the lecture's numbers, and what must hold between operators."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import operators, roofline, traffic
from tests.reference.literals import quoted

H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
ELEMENTWISE = {  # op: arrays read, arrays written, FLOP per element
    "copy": (1, 1, 0),
    "scale": (1, 1, 1),
    "add": (2, 1, 1),
    "axpy": (2, 1, 2),
    "add_mul_fused": (3, 1, 2),
}
COUNTS = st.integers(1, 10**9)
SIZES = st.integers(1, 300)
ITEMSIZES = st.sampled_from((1, 2, 4, 8, 16))
QUICK = settings(max_examples=50, deadline=None)


def intensity(op, dims, itemsize=4):
    return operators.intensity(*operators.op_cost(op, dims, itemsize))


def test_the_numbers_of_the_unit():
    assert intensity("add", {"N": 10**8}) == pytest.approx(1 / 12)
    assert intensity("axpy", {"N": 7}) == quoted("0.1667")
    assert intensity("dot", {"N": 10**6}) == quoted("0.25")
    assert intensity("gemv", {"M": 4096, "K": 4096}) == quoted("0.49976")
    assert intensity("gemm_tiled", {"M": 1024, "N": 1024, "K": 1024, "T": 64}) == quoted("15.515")


@pytest.mark.parametrize(
    ("op", "flop", "n_bytes"),
    [
        ("copy", 0, 80),
        ("scale", 10, 80),
        ("add", 10, 120),
        ("axpy", 20, 120),
        ("sum", 10, 44),
        ("dot", 20, 84),
        ("add_mul_unfused", 20, 240),
        ("add_mul_fused", 20, 160),
    ],
)
def test_vectors_of_ten(op, flop, n_bytes):
    assert operators.op_cost(op, {"N": 10}, 4) == (flop, n_bytes)


@pytest.mark.parametrize(
    ("op", "flop", "elems"),
    [
        ("outer", 6, 2 + 3 + 6),
        ("gemv", 20, 10 + 5 + 2),
        ("gemm_ideal", 60, 10 + 15 + 6),
        ("gemm_no_reuse", 60, 60 + 6),
        ("gemm_tiled", 60, 10 * 2 + 15 * 1 + 6),
    ],
)
def test_matrices_of_two_three_and_five(op, flop, elems):
    assert operators.op_cost(op, {"M": 2, "N": 3, "K": 5, "T": 2}, 8) == (flop, 8 * elems)


@given(COUNTS, ITEMSIZES, st.sampled_from(tuple(ELEMENTWISE)))
@QUICK
def test_elementwise_operators_are_one_formula(n, itemsize, op):
    inputs, outputs, flop_per_elem = ELEMENTWISE[op]
    cost = operators.elementwise_cost(n, inputs, outputs, flop_per_elem, itemsize)
    assert operators.op_cost(op, {"N": n}, itemsize) == cost


@given(COUNTS, COUNTS, ITEMSIZES, st.sampled_from(tuple(ELEMENTWISE)))
@QUICK
def test_intensity_of_an_elementwise_operator_does_not_depend_on_n(n, other, itemsize, op):
    assert intensity(op, {"N": n}, itemsize) == pytest.approx(intensity(op, {"N": other}, itemsize))


@given(SIZES, SIZES, SIZES, SIZES, ITEMSIZES, st.sampled_from(tuple(operators.OPERATORS)))
@QUICK
def test_half_the_item_size_doubles_the_intensity(M, N, K, T, itemsize, op):
    dims = {"M": M, "N": N, "K": K, "T": T}
    assert intensity(op, dims, itemsize) == pytest.approx(2 * intensity(op, dims, 2 * itemsize))


@given(SIZES, SIZES, SIZES, SIZES)
@QUICK
def test_tiles_lie_between_no_reuse_and_the_ideal(M, N, K, T):
    dims = {"M": M, "N": N, "K": K, "T": T}
    ideal, tiled = intensity("gemm_ideal", dims), intensity("gemm_tiled", dims)
    assert ideal >= tiled >= intensity("gemm_no_reuse", dims)
    largest = dims | {"T": max(M, N, K)}
    assert operators.op_cost("gemm_tiled", largest, 4) == operators.op_cost("gemm_ideal", dims, 4)
    single = dims | {"T": 1}
    no_reuse = operators.op_cost("gemm_no_reuse", dims, 4)
    assert operators.op_cost("gemm_tiled", single, 4) == no_reuse


@given(SIZES, SIZES, SIZES, ITEMSIZES)
@QUICK
def test_products_move_what_the_traffic_models_say(M, N, K, itemsize):
    for model in traffic.MODELS:
        _, n_bytes = operators.op_cost(f"gemm_{model}", {"M": M, "N": N, "K": K}, itemsize)
        assert n_bytes == traffic.gemm_traffic_bytes(M, N, K, itemsize, model)


@given(COUNTS, COUNTS, ITEMSIZES, st.sampled_from(tuple(ELEMENTWISE)))
@QUICK
def test_independent_parts_add_up(n, other, itemsize, op):
    parts = [operators.op_cost(op, {"N": part}, itemsize) for part in (n, other)]
    whole = operators.op_cost(op, {"N": n + other}, itemsize)
    assert whole == tuple(map(sum, zip(*parts, strict=True)))


@given(SIZES, SIZES, SIZES, SIZES, st.sampled_from(tuple(operators.OPERATORS)))
@QUICK
def test_a_row_agrees_with_its_parts(M, N, K, T, op):
    dims = {"M": M, "N": N, "K": K, "T": T}
    row = operators.roofline_row(op, dims, 4, **H200)
    assert (row["flop"], row["bytes"]) == operators.op_cost(op, dims, 4)
    assert row["intensity"] == pytest.approx(intensity(op, dims))
    assert row["bound_s"] >= max(row["compute_s"], row["memory_s"])
    roof = roofline.attainable_flop_per_s(intensity(op, dims), **H200)
    assert row["attainable_flop_per_s"] == pytest.approx(roof)


def test_who_limits_on_the_machine_of_the_lecture():
    cube = {"M": 1024, "N": 1024, "K": 1024, "T": 64}
    assert operators.roofline_row("add", {"N": 10**8}, 4, **H200)["limiter"] == "bandwidth"
    assert operators.roofline_row("gemm_tiled", cube, 4, **H200)["limiter"] == "compute"
    even = operators.roofline_row("add", {"N": 10**8}, 4, flop_per_s=1e9, bytes_per_s=12e9)
    assert even["limiter"] == "balanced"


def test_empty_operands_are_counted_by_the_formula():
    assert operators.op_cost("sum", {"N": 0}, 4) == (0, 4)
    assert operators.op_cost("gemm_ideal", {"M": 2, "N": 3, "K": 0}, 4) == (0, 24)
    assert operators.elementwise_cost(0, 2, 1, 1, 4) == (0, 0)


@pytest.mark.parametrize(
    ("op", "dims", "itemsize", "reason"),
    [
        ("conv", {"N": 1}, 4, "op must be one of copy"),
        ("add", {}, 4, "add needs N"),
        ("gemv", {"M": 1}, 4, "gemv needs K"),
        ("gemm_tiled", {"M": 1, "N": 1, "K": 1}, 4, "gemm_tiled needs T"),
        ("gemm_tiled", {"M": 1, "N": 1, "K": 1, "T": 0}, 4, "T must be at least 1"),
        ("add", {"N": -1}, 4, "N must be at least 0"),
        ("add", {"N": 1}, 0, "itemsize must be at least 1"),
    ],
)
def test_op_cost_refuses_what_lies_outside(op, dims, itemsize, reason):
    with pytest.raises(ValueError, match=reason):
        operators.op_cost(op, dims, itemsize)


@pytest.mark.parametrize("name", ["n", "inputs", "outputs", "flop_per_elem", "itemsize"])
def test_elementwise_cost_refuses_negative_counts(name):
    valid = {"n": 1, "inputs": 1, "outputs": 1, "flop_per_elem": 1, "itemsize": 1}
    with pytest.raises(ValueError, match=f"{name} must"):
        operators.elementwise_cost(**valid | {name: -1})


def test_no_bytes_no_intensity():
    with pytest.raises(ValueError, match="n_bytes must be at least 1"):
        operators.intensity(1, 0)
    with pytest.raises(ValueError, match="flop must be at least 0"):
        operators.intensity(-1, 1)
    with pytest.raises(ValueError, match="n_bytes"):
        operators.roofline_row("add", {"N": 0}, 4, **H200)
    with pytest.raises(ValueError, match="bytes_per_s"):
        operators.roofline_row("add", {"N": 1}, 4, flop_per_s=1.0, bytes_per_s=math.nan)
