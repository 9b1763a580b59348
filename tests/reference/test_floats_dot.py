"""A format for each stage of a dot product: the numbers of q07, and NumPy scalars."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.floats_dot import dot, first_loss_stage

INF = math.inf
modest = settings(max_examples=30, deadline=None)
stored = st.sampled_from(["fp16", "fp32"])
pipelines = st.tuples(stored, st.sampled_from(["fp16", "full"]), stored, stored)
numbers = st.one_of(
    st.floats(-65504, 65504),
    st.integers(-4200, 4200).map(float),
    st.sampled_from([0.0, -0.0, 1.0, 255.0, 256.0, 2049.0, 4097.0, 1e-4, 2.0**-20]),
)
pairs = st.lists(st.tuples(numbers, numbers), max_size=8)
integer_pairs = st.lists(st.tuples(*[st.integers(-2048, 2048)] * 2), max_size=3)
MIXED = ("fp16", "full", "fp32", "fp32")


def split(rows):
    return [x for x, _ in rows], [y for _, y in rows]


def same(a: float, b: float) -> bool:
    """Equal, the sign of zero included; any NaN equals any NaN."""
    if math.isnan(a):
        return math.isnan(b)
    return a == b and math.copysign(1, a) == math.copysign(1, b)


@pytest.mark.parametrize(
    ("a", "b", "pipeline", "result"),
    [
        ([4097], [1], MIXED, 4096),
        ([2049, 2048], [1, 1], MIXED, 4096),
        ([2049, 2048], [1, 1], ("fp32", "full", "fp32", "fp32"), 4097),
        ([4097], [1], ("fp32", "full", "fp32", "fp32"), 4097),
        ([256], [256], ("fp16", "fp16", "fp32", "fp32"), INF),
        ([256], [256], MIXED, 65_536),
        ([300], [300], MIXED, 90_000),
        ([256], [256], ("fp16", "full", "fp32", "fp16"), INF),
        ([255], [256], ("fp16", "fp16", "fp32", "fp32"), 65_280),
        ([], [], MIXED, 0.0),
    ],
)
def test_the_numbers_of_the_unit(a, b, pipeline, result):
    assert dot(a, b, *pipeline) == result


@pytest.mark.parametrize(
    ("a", "b", "pipeline", "stage"),
    [
        ([4097], [1], MIXED, "input"),
        ([256], [256], ("fp16", "fp16", "fp32", "fp32"), "product"),
        ([3, 2.0**-12], [1, 2.0**-12], MIXED, "accumulate"),
        ([256], [256], ("fp16", "full", "fp16", "fp32"), "accumulate"),
        ([256], [256], ("fp16", "full", "fp32", "fp16"), "output"),
        ([256], [256], MIXED, "none"),
        ([], [], MIXED, "none"),
        # The product 256 * 256 overflows before the last input is even looked at, yet inputs are
        # the earlier stage.
        ([256, 4097], [256, 1], ("fp16", "fp16", "fp32", "fp32"), "input"),
        # fl(inf) = inf: the accumulator loses nothing that was not lost before.
        ([256, 1], [256, 1], ("fp16", "fp16", "fp16", "fp16"), "product"),
    ],
)
def test_the_first_stage_that_loses_something(a, b, pipeline, stage):
    assert first_loss_stage(a, b, *pipeline) == stage


def test_infinities_of_both_signs_make_nan():
    rows = [256.0, 256.0], [256.0, -256.0]
    assert math.isnan(dot(*rows, "fp16", "fp16", "fp32", "fp16"))
    assert first_loss_stage(*rows, "fp16", "fp16", "fp32", "fp16") == "product"


def test_a_full_product_is_added_with_one_rounding():
    # 2^24 + 2, plus 1 - 2^-46: just below the tie, but the nearest double is the tie itself, which
    # would go to 2^24 + 4.
    a, b = [4096, 2, 1 + 2.0**-23], [4096, 1, 1 - 2.0**-23]
    assert dot(a, b, "fp32", "full", "fp32", "fp32") == 2.0**24 + 2


def test_a_negative_product_too_small_for_the_accumulator_leaves_minus_zero():
    tiny = 2.0**-20
    assert same(dot([tiny], [-tiny], "fp16", "full", "fp16", "fp16"), -0.0)
    assert same(dot([tiny, 0.0], [-tiny, -1.0], "fp16", "full", "fp16", "fp16"), -0.0)
    assert same(dot([0.0], [-1.0], *MIXED), 0.0)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@modest
@given(pairs, stored, stored, stored)
def test_numpy_scalars_agree_where_they_can(rows, in_fmt, acc_fmt, out_fmt):
    scalar = {"fp16": np.float16, "fp32": np.float32}
    total = scalar[acc_fmt](0)
    for x, y in rows:
        product = scalar[in_fmt](x) * scalar[in_fmt](y)
        rounded = np.float16(float(scalar[in_fmt](x)) * float(scalar[in_fmt](y)))
        assert in_fmt == "fp32" or same(float(product), float(rounded))
        total = total + scalar[acc_fmt](rounded)
    expected = float(scalar[out_fmt](total))
    assert same(dot(*split(rows), in_fmt, "fp16", acc_fmt, out_fmt), expected)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@modest
@given(pairs)
def test_a_full_product_of_fp16_numbers_is_an_fp32_number(rows):
    total = np.float32(0)
    for x, y in rows:
        total = total + np.float32(np.float16(x)) * np.float32(np.float16(y))
    assert same(dot(*split(rows), *MIXED), float(total))


@modest
@given(pairs, pipelines)
def test_factors_may_change_sides(rows, pipeline):
    a, b = split(rows)
    assert same(dot(a, b, *pipeline), dot(b, a, *pipeline))
    assert first_loss_stage(a, b, *pipeline) == first_loss_stage(b, a, *pipeline)


@modest
@given(integer_pairs)
def test_small_integers_are_exact(rows):
    # Three products of at most 2**22 stay below 2**24.
    a, b = split(rows)
    assert dot(a, b, *MIXED) == sum(x * y for x, y in rows)
    assert first_loss_stage(a, b, *MIXED) == "none"


@modest
@given(pairs | integer_pairs, pipelines)
def test_no_loss_means_the_exact_result(rows, pipeline):
    a, b = split(rows)
    if first_loss_stage(a, b, *pipeline) == "none":
        assert dot(a, b, *pipeline) == sum(Fraction(x) * Fraction(y) for x, y in rows)


@modest
@given(pairs, pipelines, st.integers(1, 4))
def test_trailing_zeros_change_nothing(rows, pipeline, zeros):
    a, b = split(rows)
    padded = a + [0.0] * zeros, b + [0.0] * zeros
    assert first_loss_stage(*padded, *pipeline) == first_loss_stage(a, b, *pipeline)
    before, after = dot(a, b, *pipeline), dot(*padded, *pipeline)
    assert after == before or (math.isnan(before) and math.isnan(after))


@pytest.mark.parametrize(
    ("a", "b", "pipeline"),
    [
        ([1], [1, 2], MIXED),
        ([65505], [1], MIXED),
        ([1], [-INF], MIXED),
        ([math.nan], [1], MIXED),
        *[
            ([1], [1], tuple(bad if i == place else word for i, word in enumerate(MIXED)))
            for place, bad in itertools.product(range(4), ["bf16", "FP32"])
        ],
        ([1], [1], ("full", "full", "fp32", "fp32")),
        ([1], [1], ("fp16", "fp32", "fp32", "fp32")),
    ],
)
def test_bad_pipelines_are_refused(a, b, pipeline):
    for function in (dot, first_loss_stage):
        with pytest.raises(ValueError, match="must be"):
            function(a, b, *pipeline)
