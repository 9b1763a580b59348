"""Lost additions and split loops against the numbers of q12 and against real owners."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.dependence import (
    AXES,
    STRATEGIES,
    conflicting_outputs,
    is_safe,
    replay_unsynchronised,
    split_owner,
    split_plan,
)

few = settings(max_examples=50, deadline=None)
sizes = st.integers(1, 5)
amounts = st.lists(st.integers(-50, 50), min_size=1, max_size=5)


@st.composite
def races(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    adds = draw(amounts)
    return adds, draw(st.permutations([*range(len(adds)), *range(len(adds))]))


@st.composite
def splits(draw: st.DrawFn) -> tuple[str, int, int, int, int]:
    axis, shape = draw(st.sampled_from(AXES)), [draw(sizes) for _ in AXES]
    return axis, *shape, draw(st.integers(1, shape[AXES.index(axis)]))


@pytest.mark.parametrize(
    ("schedule", "result"), [([0, 0, 1, 1], 8), ([0, 1, 0, 1], 5), ([0, 1, 1, 0], 3)]
)
def test_numbers_of_the_unit(schedule: list[int], result: int) -> None:
    assert replay_unsynchronised(0, (3, 5), schedule) == result


@few
@given(st.integers(-9, 9), amounts)
def test_one_after_the_other_loses_nothing(init: int, adds: list[int]) -> None:
    serial = [thread for thread in reversed(range(len(adds))) for _ in range(2)]
    assert replay_unsynchronised(init, adds, serial) == init + sum(adds)


@few
@given(st.integers(-9, 9), races())
def test_what_survives_is_some_of_the_additions(
    init: int, race: tuple[list[int], list[int]]
) -> None:
    adds, schedule = race
    others = [amount for thread, amount in enumerate(adds) if thread != schedule[-1]]
    sums = {
        adds[schedule[-1]] + sum(kept)
        for size in range(len(adds))
        for kept in itertools.combinations(others, size)
    }
    assert replay_unsynchronised(init, adds, schedule) - init in sums


@few
@given(st.integers(-9, 9), races(), st.randoms(use_true_random=False))
def test_names_of_threads_do_not_matter(init: int, race, random) -> None:
    adds, schedule = race
    names = list(range(len(adds)))
    random.shuffle(names)
    renamed = [adds[names.index(thread)] for thread in range(len(adds))]
    assert replay_unsynchronised(
        init, renamed, [names[t] for t in schedule]
    ) == replay_unsynchronised(init, adds, schedule)


@few
@given(sizes, sizes, st.integers(0, 5), st.integers(0, 2**32 - 1))
def test_conflicts_are_outputs_with_two_owners(M: int, N: int, K: int, seed: int) -> None:
    owner = np.random.default_rng(seed).integers(0, 3, (M, N, K))
    outputs = itertools.product(range(M), range(N))
    assert conflicting_outputs(owner) == {
        (i, j) for i, j in outputs if len(set(owner[i, j].tolist())) > 1
    }


@few
@given(splits())
def test_split_loops_have_the_writers_that_the_plan_says(
    split: tuple[str, int, int, int, int],
) -> None:
    axis, M, N, _, p = split
    plan, owner = split_plan(*split), split_owner(*split)
    writers = {len(set(owner[i, j].tolist())) for i in range(M) for j in range(N)}
    assert writers == {plan["writers_per_output"]}
    assert set(owner.flat) == set(range(p))
    everything = set(itertools.product(range(M), range(N)))
    assert conflicting_outputs(owner) == (everything if axis == "k" and p > 1 else set())
    assert conflicting_outputs(p - 1 - owner) == conflicting_outputs(owner)


@few
@given(splits())
def test_split_parts_are_consecutive_and_nearly_equal(
    split: tuple[str, int, int, int, int],
) -> None:
    owner = np.moveaxis(split_owner(*split), AXES.index(split[0]), 0)
    line = owner.reshape(owner.shape[0], -1)[:, 0]
    parts = np.bincount(line)
    assert (np.diff(line) >= 0).all()
    assert parts.max() - parts.min() <= 1


def test_private_sums_cost_p_copies_and_one_merge_less() -> None:
    assert split_plan("k", 2, 3, 8, 4) == {
        "private_elems": 24,
        "merge_adds": 18,
        "writers_per_output": 4,
    }
    for axis in "ij":
        assert split_plan(axis, 4, 4, 8, 4) == {
            "private_elems": 0,
            "merge_adds": 0,
            "writers_per_output": 1,
        }


def test_only_k_needs_care() -> None:
    unsafe = {(a, s) for a in AXES for s in STRATEGIES if not is_safe(a, s)}
    assert unsafe == {("k", "plain_store"), ("k", "plain_add")}


@pytest.mark.parametrize("schedule", [[0, 0, 1], [0, 0, 0, 1], [0, 0, 2, 2], [0, 0, -1, -1], []])
def test_replay_refuses_schedules(schedule: list[int]) -> None:
    with pytest.raises(ValueError, match="must"):
        replay_unsynchronised(0, [1, 2], schedule)


@pytest.mark.parametrize(
    "split",
    [
        ("x", 2, 2, 2, 1),
        ("i", 2, 4, 4, 3),
        ("k", 2, 2, 2, 0),
        ("j", 2, 0, 2, 1),
        ("k", -1, 2, 2, 1),
    ],
)
def test_splits_refuse(split: tuple[str, int, int, int, int]) -> None:
    for model in (split_plan, split_owner):
        with pytest.raises(ValueError, match="must be"):
            model(*split)


def test_the_others_refuse() -> None:
    for call in (
        lambda: conflicting_outputs(np.zeros((2, 2), int)),
        lambda: is_safe("m", "plain_add"),
        lambda: is_safe("i", "lock"),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
