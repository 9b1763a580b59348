"""What fits on several cards: the numbers of q02, and the search against trying everything."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.memory import weight_bytes
from reference.models.placement import (
    capacity_verdict,
    place_tensors,
    placement_fits,
    split_step_s,
)

MB, GB = 10**6, 10**9
modest = settings(max_examples=50, deadline=None)
tensors = st.lists(st.integers(1, 9), max_size=6)
times = st.integers(0, 64).map(lambda n: n / 8)


@st.composite
def tight_cards(draw):
    """Draw tensors, and cards that they fill to nine tenths or more."""
    sizes = draw(tensors)
    count = draw(st.integers(1, 3))
    room = sum(sizes) + draw(st.integers(0, max(1, sum(sizes) // 9)))
    cuts = sorted(draw(st.lists(st.integers(0, room), min_size=count - 1, max_size=count - 1)))
    return sizes, [b - a for a, b in itertools.pairwise([0, *cuts, room])]


def some_placement_fits(sizes, free):
    every = itertools.product(range(len(free)), repeat=len(sizes))
    return any(placement_fits(list(cards), sizes, free) for cards in every)


def test_alexnet_weights():
    weights = weight_bytes(60_000_000, 4)
    assert weights == 240 * MB
    assert weights / 2**20 == pytest.approx(228.9, abs=0.05)
    assert capacity_verdict(weights, 0, [3 * GB] * 2, False) == "one_card"


@pytest.mark.parametrize(
    ("tensor", "replicated", "splittable", "verdict"),
    [
        (4 * GB, 0, False, "no"),
        (4 * GB, 0, True, "split"),
        (6 * GB, 100 * MB, True, "no"),
        (6 * GB, 0, True, "split"),
        (6 * GB + 1, 0, True, "no"),
        (3 * GB, 0, True, "one_card"),
        (3 * GB, 1, True, "split"),
    ],
)
def test_two_cards_of_three_gigabytes(tensor, replicated, splittable, verdict):
    assert capacity_verdict(tensor, replicated, [3 * GB] * 2, splittable) == verdict


def test_first_fit_misses_a_placement_that_exists():
    sizes, free = [2, 3, 2, 3, 2], [6, 6]
    assert placement_fits(place_tensors(sizes, free), sizes, free)


def test_a_split_step():
    compute, exchange = [0.010] * 4, [0, 4 * MB, 0, 4 * MB]
    assert split_step_s(compute, exchange, 2, 10e-6, 8e9) * 1e3 == pytest.approx(21.02)
    assert split_step_s(compute, exchange, 1, 10e-6, 8e9) * 1e3 == pytest.approx(40)
    assert split_step_s([], [], 2, 10e-6, 8e9) == 0


@modest
@given(tight_cards())
def test_the_search_finds_what_trying_everything_finds(case):
    sizes, free = case
    found = place_tensors(sizes, free)
    assert (found is not None) == some_placement_fits(sizes, free)
    if found is not None:
        assert placement_fits(found, sizes, free)


@modest
@given(tight_cards(), st.randoms(use_true_random=False), st.integers(0, 9))
def test_cards_may_be_permuted_and_added(case, random, extra):
    sizes, free = case
    shuffled = list(free)
    random.shuffle(shuffled)
    exists = place_tensors(sizes, free) is not None
    assert (place_tensors(sizes, shuffled) is not None) == exists
    if exists and len(free) < 3:
        assert place_tensors(sizes, [*free, extra]) is not None


@modest
@given(tensors.filter(bool), st.integers(1, 3))
def test_more_than_there_is_never_fits(sizes, cards):
    room = sum(sizes) - 1
    assert place_tensors(sizes, [room // cards] * cards) is None


@modest
@given(st.lists(st.tuples(times, st.integers(0, 100)), max_size=8), st.integers(1, 8))
def test_a_step_grows_with_every_byte(layers, cards):
    compute, exchange = [c for c, _ in layers], [q for _, q in layers]
    before = split_step_s(compute, exchange, cards, 0.25, 8.0)
    assert split_step_s(compute, [0] * len(layers), cards, 0.25, 8.0) == sum(compute) / cards
    for i in range(len(layers)):
        more = [q + (j == i) for j, q in enumerate(exchange)]
        after = split_step_s(compute, more, cards, 0.25, 8.0)
        assert after >= before
        assert (after > before) == (cards > 1)


@modest
@given(st.integers(1, 50), st.integers(0, 20), st.lists(st.integers(0, 60), min_size=1, max_size=5))
def test_a_split_tensor_could_be_placed_by_hand(tensor, replicated, free):
    verdict = capacity_verdict(tensor, replicated, free, True)
    on_one = any(tensor + replicated <= room for room in free)
    # Equal shares: every card holds ceil(tensor / n) and all that is replicated.
    shares = all(tensor <= (room - replicated) * len(free) for room in free)
    assert verdict == ("one_card" if on_one else "split" if shares else "no")
    assert capacity_verdict(tensor, replicated, free, False) == ("one_card" if on_one else "no")


@pytest.mark.parametrize(
    ("placement", "fits"), [([0, 0], False), ([0, 1], True), ([1, 0], False), ([0, 2], False)]
)
def test_placements_are_judged(placement, fits):
    assert placement_fits(placement, [4, 3], [5, 3]) is fits


@pytest.mark.parametrize(
    ("sizes", "free"),
    [([0], [1]), ([-1], [1]), ([1], []), ([1], [-1]), ([1] * 9, [9]), ([1], [1] * 4)],
)
def test_bad_placements_are_refused(sizes, free):
    with pytest.raises(ValueError, match="must"):
        place_tensors(sizes, free)


@pytest.mark.parametrize(
    ("tensor", "replicated", "free"), [(0, 0, [1]), (1, -1, [1]), (1, 0, []), (1, 0, [1, -1])]
)
def test_bad_capacities_are_refused(tensor, replicated, free):
    with pytest.raises(ValueError, match="must"):
        capacity_verdict(tensor, replicated, free, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ([1.0], [1, 2], 2, 0.0, 1.0),
        ([-1.0], [1], 2, 0.0, 1.0),
        ([math.nan], [1], 2, 0.0, 1.0),
        ([1.0], [-1], 2, 0.0, 1.0),
        ([1.0], [1], 0, 0.0, 1.0),
        ([1.0], [1], 2, -1.0, 1.0),
        ([1.0], [1], 2, 0.0, 0.0),
        ([1.0], [1], 1, 0.0, math.inf),
    ],
)
def test_bad_steps_are_refused(arguments):
    with pytest.raises(ValueError, match="must"):
        split_step_s(*arguments)
