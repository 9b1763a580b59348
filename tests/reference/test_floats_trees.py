"""Grouping FP32 additions: the numbers of q05, NumPy scalars, and what no grouping changes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.floats_rounding import round_to
from reference.models.floats_trees import (
    Addition,
    Tree,
    absorbs,
    additions,
    eval_tree,
    first_lossy_add,
)

BIG = 2.0**24
XS = [BIG, 1.0, -BIG]
LEFT, RIGHT = ((0, 1), 2), (0, (1, 2))
modest = settings(max_examples=30, deadline=None)
leaves = st.sampled_from([1.0, -1.0, 3.0, 0.5, BIG, -BIG, BIG + 2, 2 * BIG, 1e8, -1e8])


@st.composite
def trees(draw, indices):
    """Draw a tree over a list of indices in any order."""
    forest = list(draw(st.permutations(indices)))
    while len(forest) > 1:
        i = draw(st.integers(0, len(forest) - 2))
        forest[i : i + 2] = [(forest[i], forest[i + 1])]
    return forest[0]


@st.composite
def sums(draw, numbers=leaves, max_size=8):
    xs = draw(st.lists(numbers, min_size=1, max_size=max_size))
    return xs, draw(trees(range(len(xs))))


def by_numpy(xs: list[float], tree: Tree) -> np.float32:
    if isinstance(tree, int):
        return np.float32(xs[tree])
    return by_numpy(xs, tree[0]) + by_numpy(xs, tree[1])


def swapped(tree: Tree) -> Tree:
    return tree if isinstance(tree, int) else (swapped(tree[1]), swapped(tree[0]))


def two_sum_loses(a: float, b: float) -> bool:
    """Knuth's TwoSum in FP32 arithmetic: whether the rounding error is not 0."""
    x, y = np.float32(a), np.float32(b)
    total = x + y
    part = total - x
    return bool((x - (total - part)) + (y - part))


def test_the_numbers_of_the_unit() -> None:
    assert eval_tree(XS, LEFT) == 0.0
    assert first_lossy_add(XS, LEFT) == 0
    assert eval_tree(XS, RIGHT) == 1.0
    assert first_lossy_add(XS, RIGHT) is None
    assert additions(XS, RIGHT) == [
        Addition(1.0, -BIG, -16_777_215.0),
        Addition(BIG, -16_777_215.0, 1.0),
    ]


def test_additions_are_numbered_in_post_order_without_leaves() -> None:
    xs = [1.0, 2.0, BIG, 1.0, 1.0]
    assert first_lossy_add(xs, (((0, 1), (2, 3)), 4)) == 1
    assert first_lossy_add(xs, ((2, 3), (0, (1, 4)))) == 0
    assert first_lossy_add(xs, ((0, (1, 4)), (2, 3))) == 2


def test_one_leaf_is_rounded_and_nothing_is_added() -> None:
    assert eval_tree([BIG + 1], 0) == BIG
    assert first_lossy_add([BIG + 1], 0) is None
    assert math.copysign(1, eval_tree([-0.0], 0)) == -1


def test_a_left_fold_may_be_deep() -> None:
    tree: Tree = 0
    for i in range(1, 3000):
        tree = [tree, i]
    assert eval_tree([1.0] * 3000, tree) == 3000


@modest
@given(sums() | sums(st.floats(-1e3, 1e3)))
def test_numpy_scalars_agree(case: tuple[list[float], Tree]) -> None:
    assert eval_tree(*case) == by_numpy(*case)


@modest
@given(sums())
def test_two_sum_finds_the_same_loss(case: tuple[list[float], Tree]) -> None:
    lossy = [two_sum_loses(step.left, step.right) for step in additions(*case)]
    assert first_lossy_add(*case) == (lossy.index(True) if any(lossy) else None)


@modest
@given(sums())
def test_without_loss_the_result_is_exact(case: tuple[list[float], Tree]) -> None:
    xs, tree = case
    if first_lossy_add(xs, tree) is None:
        assert eval_tree(xs, tree) == sum(map(Fraction, xs))


@modest
@given(sums(st.integers(-(2**21), 2**21).map(float)))
def test_integers_up_to_two_to_the_24_are_exact(case: tuple[list[float], Tree]) -> None:
    assert eval_tree(*case) == sum(case[0])
    assert first_lossy_add(*case) is None


@modest
@given(sums())
def test_sons_may_be_swapped_and_signs_flipped(case: tuple[list[float], Tree]) -> None:
    xs, tree = case
    assert eval_tree(xs, swapped(tree)) == eval_tree(xs, tree)
    assert eval_tree([-x for x in xs], tree) == -eval_tree(xs, tree)


@pytest.mark.parametrize(
    ("big", "small", "absorbed"),
    [
        (BIG, 1.0, True),
        (BIG, -1.0, False),
        (BIG, 1.5, False),
        (BIG + 2, 1.0, False),
        (2 * BIG, 2.0, True),
        (BIG, 0.0, False),
        (1.0, 2.0**-24, True),
        (1.0, 2.0**-23, False),
        (0.0, 1e-40, False),
        (-BIG, 1e-60, True),
    ],
)
def test_absorption(big: float, small: float, absorbed: bool) -> None:
    assert absorbs(big, small) is absorbed


@modest
@given(leaves, leaves)
def test_absorption_is_an_addition_that_changes_nothing(big: float, small: float) -> None:
    assert absorbs(big, small) == (eval_tree([big, small], (0, 1)) == round_to(big, "fp32"))


@pytest.mark.parametrize(
    ("xs", "tree"),
    [
        ([], ()),
        ([], 0),
        ([1.0, 2.0], 0),
        ([1.0, 2.0], (0, 0)),
        ([1.0, 2.0], (0, 2)),
        ([1.0, 2.0], (0, -1)),
        ([1.0, 2.0, 3.0], (0, 1, 2)),
        ([1.0], (0,)),
        ([2.0**101], 0),
        ([math.nan], 0),
        ([math.inf, 1.0], (0, 1)),
    ],
)
def test_bad_sums_are_refused(xs: list[float], tree: Tree) -> None:
    for function in (eval_tree, first_lossy_add, additions):
        with pytest.raises(ValueError, match="must"):
            function(xs, tree)


@pytest.mark.parametrize("x", [math.nan, math.inf, -(2.0**101)])
def test_bad_pairs_are_refused(x: float) -> None:
    with pytest.raises(ValueError, match="big must be finite"):
        absorbs(x, 1.0)
    with pytest.raises(ValueError, match="small must be finite"):
        absorbs(1.0, x)
