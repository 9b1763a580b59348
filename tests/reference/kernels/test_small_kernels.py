"""Triad, fused pass, sums, short formats and attention against what they mean."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.kernels.cpu import attention as flash
from reference.kernels.cpu import fused, reduction, rounding, triad
from reference.models import attention, fusion
from reference.models.floats_rounding import round_to
from reference.models.floats_trees import eval_tree

QUICK = settings(max_examples=60, deadline=None)
SIZES = (0, 1, 7, 8, 9, 127, 1000)
BITS = st.lists(st.integers(0, 2**32 - 1), max_size=60)


def numbers(size, seed=0):
    """Return float32 numbers of very different magnitude, read-only."""
    rng = np.random.default_rng([size, seed])
    x = (rng.standard_normal(size) * 10.0 ** rng.integers(-3, 4, size)).astype(np.float32)
    x.flags.writeable = False
    return x


def between_canaries(size):
    """Return a NaN vector for the result and a function that says that nothing beside changed."""
    whole = np.full(size + 2, np.nan, np.float32)
    whole[[0, -1]] = 42
    return whole[1:-1], lambda: whole[0] == 42 == whole[-1]


def bits(x):
    return np.asarray(x, np.float32).view(np.uint32).tolist()


@pytest.mark.parametrize("size", SIZES)
def test_addition_and_triad_round_as_numpy_does(size):
    x, y = numbers(size), numbers(size, 1)
    z, untouched = between_canaries(size)
    triad.add(x, y, z)
    assert bits(z) == bits(x + y)
    triad.triad(x, y, 0.1, z)
    assert bits(z) == bits(x + np.float32(0.1) * y)
    assert untouched()


@pytest.mark.parametrize("size", SIZES)
def test_fusing_changes_no_bit(size):
    x, y, w = (numbers(size, seed) for seed in range(3))
    (z, untouched), u, expected = between_canaries(size), np.empty_like(x), np.empty_like(x)
    fused.fused_add_mul(x, y, w, z)
    assert untouched()
    fusion.fused_add_mul(x, y, w, expected)
    assert bits(z) == bits(expected)
    fused.unfused_add_mul(x, y, w, u, expected)
    assert bits(z) == bits(expected)


def test_vectors_may_be_strided():
    x, y = numbers(14)[::2], numbers(21)[::3]
    z = np.full(14, np.nan, np.float32)
    triad.add(x, y, z[::2])
    assert bits(z[::2]) == bits(x + y)
    assert np.isnan(z[1::2]).all()
    assert reduction.sequential_sum(x) == reduction.sequential_sum(x.copy())


@pytest.mark.parametrize(
    ("x", "z", "words"),
    [
        (np.zeros(3, np.float32), np.zeros(4, np.float32), "equal"),
        (np.zeros(3), np.zeros(3, np.float32), "float64"),
        (np.zeros((3, 1), np.float32), np.zeros(3, np.float32), "vector"),
        (np.zeros(3, np.float32), numbers(3), "read-only"),
    ],
)
def test_what_is_no_vector_operation_is_refused(x, z, words):
    with pytest.raises(ValueError, match=words):
        triad.add(x, x, z)
    with pytest.raises(ValueError, match=words):
        triad.triad(x, x, 1.0, z)
    with pytest.raises(ValueError, match=words):
        fused.fused_add_mul(x, x, x, z)


def left_fold(leaves):
    tree = leaves[0]
    for leaf in leaves[1:]:
        tree = (tree, leaf)
    return tree


def by_levels(trees):
    while len(trees) > 1:
        odd = trees[-1:] if len(trees) % 2 else []
        trees = [*zip(trees[0::2], trees[1::2], strict=False), *odd]
    return trees[0]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 31, 64, 100])
def test_each_sum_has_the_grouping_it_says(size):
    x = numbers(size)
    leaves = list(range(size))
    values = x.tolist()
    assert reduction.sequential_sum(x) == eval_tree(values, left_fold(leaves))
    assert reduction.tree_sum(x) == eval_tree(values, by_levels(leaves))
    for k in (1, 3, 8, 128):
        chains = [left_fold(leaves[j::k]) for j in range(min(k, size))]
        assert reduction.partial_sums(x, k) == eval_tree(values, by_levels(chains))


def test_the_groupings_differ_where_one_chain_stalls():
    ones = np.ones(2**24 + 8, np.float32)
    assert reduction.sequential_sum(ones) == 2**24
    assert reduction.tree_sum(ones) == reduction.partial_sums(ones, 8) == 2**24 + 8


def test_sums_at_the_edges():
    empty, zero = np.zeros(0, np.float32), np.array([-0.0], np.float32)
    for add_up in (
        reduction.sequential_sum,
        reduction.tree_sum,
        lambda x: reduction.partial_sums(x, 4),
    ):
        assert add_up(empty) == 0
        assert np.signbit(add_up(zero))
        with pytest.raises(ValueError, match="float32"):
            add_up(np.zeros(3))
    with pytest.raises(ValueError, match="k must"):
        reduction.partial_sums(zero, 0)


def patterns(values):
    return np.array(values, np.uint32).view(np.float32)


def around_every_fp16():
    """Return each finite FP16 number and the float32 neighbours of it and of each midpoint."""
    numbers = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(np.float32)
    middles = (numbers[:-1] + numbers[1:]) / 2
    centres = np.concatenate((numbers, middles, np.float32([65520, 1e6, np.inf]))).view(np.uint32)
    around = np.concatenate((centres, centres + 1, np.maximum(centres, 1) - 1)).view(np.float32)
    return np.concatenate((around, -around))


def test_fp16_rounding_is_numpy_s_on_every_number_and_tie():
    x = around_every_fp16()
    with np.errstate(over="ignore"):
        expected = x.astype(np.float16).astype(np.float32)
    got = rounding.rounded(x, "fp16")
    assert np.array_equal(np.isnan(got), np.isnan(expected))
    known = ~np.isnan(expected)
    assert np.array_equal(got[known].view(np.uint32), expected[known].view(np.uint32))


@given(BITS, st.sampled_from(rounding.FORMATS))
@QUICK
def test_rounding_is_the_model_s_for_any_bits(values, fmt):
    x = patterns(values)
    expected = np.array([round_to(value, fmt) for value in x.tolist()], np.float32)
    got = rounding.rounded(x, fmt)
    assert np.array_equal(got, expected, equal_nan=True)
    assert np.array_equal(np.signbit(got)[x == x], np.signbit(expected)[x == x])


@pytest.mark.parametrize("scale", [1e-6, 1.0, 500.0])
def test_fp16_sums_are_those_of_numpy_s_cumsum(scale):
    x = (np.random.default_rng(5).standard_normal(3000) * scale).astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = np.cumsum(x.astype(np.float16), dtype=np.float16).astype(np.float32)
    assert np.array_equal(rounding.running_sums(x, "fp16"), expected, equal_nan=True)


@given(BITS)
@QUICK
def test_bf16_sums_are_the_model_s(values):
    x = patterns(values)
    x = x[np.isfinite(x)]
    total, expected = -0.0, []
    for value in x.tolist():
        total = round_to(total + round_to(value, "bf16"), "bf16")
        expected.append(total)
    got = rounding.running_sums(x, "bf16")
    assert np.array_equal(got, np.array(expected, np.float32), equal_nan=True)


def test_ml_dtypes_rounds_to_bf16_alike():
    x = np.random.default_rng(1).integers(0, 0x7F800000, 100_000, np.uint32).view(np.float32)
    theirs = x.astype(ml_dtypes.bfloat16).astype(np.float32)
    assert bits(rounding.rounded(x, "bf16")) == bits(theirs)


def test_ones_stall_where_the_gap_is_two():
    ones = np.ones(3000, np.float32)
    assert rounding.running_sums(ones, "fp16")[-1] == 2048
    assert rounding.running_sums(ones, "bf16")[-1] == 256


def test_short_sums_at_the_edges():
    assert rounding.running_sums(np.zeros(0, np.float32), "fp16").size == 0
    assert np.signbit(rounding.running_sums(np.float32([-0.0]), "bf16")[0])
    with pytest.raises(ValueError, match="fp8"):
        rounding.rounded(numbers(3), "fp8")
    with pytest.raises(ValueError, match="float32"):
        rounding.running_sums(np.zeros(3), "fp16")


def matrices(queries, keys, depth, width):
    rng = np.random.default_rng([queries, keys, depth, width])
    arrays = [
        rng.standard_normal(shape, np.float32)
        for shape in ((queries, depth), (keys, depth), (keys, width))
    ]
    for array in arrays:
        array.flags.writeable = False
    return arrays


SHAPES = [(1, 1, 1, 1), (3, 5, 2, 7), (31, 257, 13, 5), (33, 513, 64, 64), (4, 300, 65, 1)]


@pytest.mark.parametrize(("queries", "keys", "depth", "width"), SHAPES)
def test_attention_is_the_table_s_in_float64(queries, keys, depth, width):
    Q, K, V = matrices(queries, keys, depth, width)
    got = flash.attention(Q, K, V)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, attention.attention(Q, K, V), rtol=0, atol=4e-6)


@pytest.mark.parametrize("length", [1, 2, 31, 32, 33, 255, 256, 257, 600])
def test_causal_attention_sees_no_later_key(length):
    Q, K, V = matrices(length, length, 9, 6)
    got = flash.attention(Q, K, V, causal=True)
    np.testing.assert_allclose(got, attention.attention(Q, K, V, causal=True), rtol=0, atol=4e-6)
    V = V.copy()
    V[length // 2 + 1 :] = 1e30
    with_other_future = flash.attention(Q, K, V, causal=True)
    assert bits(with_other_future[: length // 2 + 1]) == bits(got[: length // 2 + 1])


def test_large_scores_neither_overflow_nor_vanish():
    """Scores up to ±1e4, rising from tile to tile: each tile rescales all that came before."""
    Q = np.full((5, 1), 100, np.float32)
    K = np.linspace(-100, 100, 700, dtype=np.float32)[:, None]
    V = np.arange(700, dtype=np.float32)[:, None]
    for keys, best in ((K, 699), (K[::-1], 0)):
        got = flash.attention(Q, keys, V)
        np.testing.assert_allclose(got, attention.attention(Q, keys, V), rtol=1e-4, atol=1e-4)
        assert np.all(np.abs(got - best) < 1)


def test_no_queries_give_no_rows_and_strides_do_not_matter():
    Q, K, V = matrices(6, 10, 4, 3)
    assert flash.attention(Q[:0], K, V).shape == (0, 3)
    got = flash.attention(np.asfortranarray(Q)[::2], K[::-1], V[::-1])
    np.testing.assert_allclose(got, attention.attention(Q[::2], K, V), rtol=0, atol=4e-6)


@pytest.mark.parametrize(
    ("shapes", "causal", "words"),
    [
        (((2, 3), (4, 5), (4, 1)), False, "shapes"),
        (((2, 3), (4, 3), (5, 1)), False, "shapes"),
        (((2, 3), (0, 3), (0, 1)), False, "at least one"),
        (((2, 0), (4, 0), (4, 1)), False, "at least one"),
        (((2, 3), (4, 3), (4, 1)), True, "causal"),
        (((2,), (4, 3), (4, 1)), False, "matrix"),
    ],
)
def test_what_is_no_attention_is_refused(shapes, causal, words):
    with pytest.raises(ValueError, match=words):
        flash.attention(*(np.zeros(shape, np.float32) for shape in shapes), causal=causal)
    with pytest.raises(ValueError, match="float32"):
        flash.attention(*(np.zeros(shape) for shape in ((2, 3), (4, 3), (4, 1))))
