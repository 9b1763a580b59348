"""Memory: the numbers of q04 and x05, and what replaying allocations always does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.memory import (
    REQUIRED,
    ledger,
    memory_verdict,
    missing_items,
    replay,
    to_gib,
    training_events,
    training_peak_bytes,
    training_state_bytes,
    weight_bytes,
)

GB, MIB, GIB = 10**9, 2**20, 2**30
CARD = 16 * GIB
SEVEN = 7 * 10**9
OOM = [
    ("alloc", "w", 14 * GB, "weights"),
    ("alloc", "a", 2560 * MIB, "activations"),
    ("alloc", "g", 512 * MIB, "gradients"),
]
modest = settings(max_examples=50, deadline=None)
sizes = st.integers(0, 30)
known_or_not = st.dictionaries(st.sampled_from("abcdef"), st.none() | sizes)
layers = st.lists(st.tuples(sizes, sizes), max_size=6)


@st.composite
def histories(draw):
    """Draw allocations and frees of what is live."""
    events, live = [], []
    for number in range(draw(st.integers(0, 12))):
        if live and draw(st.booleans()):
            events.append(("free", live.pop(draw(st.integers(0, len(live) - 1)))))
        else:
            live.append(f"t{number}")
            events.append(("alloc", live[-1], draw(sizes), draw(st.sampled_from("xy"))))
    return events


def in_use(events):
    """Return the bytes in use after each event, capacity aside."""
    size = {event[1]: event[2] for event in events if event[0] == "alloc"}
    return list(
        itertools.accumulate(size[e[1]] if e[0] == "alloc" else -size[e[1]] for e in events)
    )


def test_weights_of_seven_billion_parameters():
    weights = weight_bytes(SEVEN, 2)
    assert weights == 14_000_000_000
    assert to_gib(weights) == pytest.approx(13.04, abs=0.005)
    assert CARD == 17_179_869_184
    assert CARD - weights == 3_179_869_184
    assert to_gib(CARD - weights) == pytest.approx(2.96, abs=0.005)
    assert 16 * GB - weights == 2_000_000_000
    assert to_gib(weight_bytes(SEVEN, 4)) == pytest.approx(26.08, abs=0.005)


def test_training_state_of_seven_billion_parameters():
    assert training_state_bytes(SEVEN, 2, 2, (4, 4, 4)) == 16 * SEVEN
    assert to_gib(16 * SEVEN) == pytest.approx(104.31, abs=0.005)


@pytest.mark.parametrize(
    ("items", "verdict"),
    [
        ({"weights": 14 * GB, "activations": None}, "unknown"),
        ({"weights": 14 * GB, "activations": 4 * GB, "workspace": None}, "does_not_fit"),
        ({"weights": CARD}, "fits"),
        ({"weights": CARD, "runtime": 0}, "fits"),
        ({"weights": CARD, "runtime": 1}, "does_not_fit"),
        ({"weights": None}, "unknown"),
        ({}, "fits"),
    ],
)
def test_verdicts(items, verdict):
    assert memory_verdict(CARD, items) == verdict


def test_a_full_budget_lacks_nothing():
    for mode, items in REQUIRED.items():
        assert missing_items(mode, set(items)) == set()
        assert missing_items(mode, set()) == items
    assert missing_items("inference", {"weights", "gradients", "kv_cache"}) == {
        "activations",
        "workspace",
        "runtime",
    }
    assert REQUIRED["training"] ^ REQUIRED["inference"] == {
        "kv_cache",
        "gradients",
        "optimizer_state",
    }


@modest
@given(known_or_not, st.integers(0, 100), st.data())
def test_splitting_an_item_changes_no_verdict(items, capacity, data):
    verdict = memory_verdict(capacity, items)
    for name, size in items.items():
        if size is not None:
            part = data.draw(st.integers(0, size))
            split = items | {name: part, "rest": size - part}
            assert memory_verdict(capacity, split) == verdict


@modest
@given(known_or_not, st.integers(0, 100), st.none() | sizes)
def test_another_item_never_makes_room(items, capacity, size):
    order = ["fits", "unknown", "does_not_fit"]
    before = memory_verdict(capacity, items)
    after = memory_verdict(capacity, items | {"more": size})
    assert order.index(after) >= order.index(before)


@modest
@given(st.integers(0, 10**6), st.lists(st.integers(0, 8), min_size=2, max_size=6))
def test_training_holds_at_least_the_weights(params, per_param):
    weight, grad, *optimizer = per_param
    state = training_state_bytes(params, weight, grad, optimizer)
    assert state == params * sum(per_param)
    assert state >= weight_bytes(params, weight)
    assert to_gib(params * GIB) == params


def test_the_message_of_the_lecture():
    result = replay(CARD, OOM)
    assert result == {
        "peak_bytes": 16_684_354_560,
        "peak_event": 1,
        "oom_event": 2,
        "free_at_oom_bytes": 495_514_624,
        "by_category_at_peak": {"weights": 14 * GB, "activations": 2560 * MIB},
    }
    assert result["free_at_oom_bytes"] / MIB == pytest.approx(472.6, abs=0.05)
    assert result["free_at_oom_bytes"] < 512 * MIB


def test_a_small_training_step():
    events = training_events([4, 2, 6], [10, 20, 5], 2)
    assert events[:1] + events[3:4] + events[6:7] == [
        ("alloc", "w0", 10, "weights"),
        ("alloc", "o0", 20, "optimizer"),
        ("alloc", "a0", 4, "activations"),
    ]
    assert events[9:] == [
        ("alloc", "g2", 5, "gradients"),
        ("free", "a2"),
        ("alloc", "g1", 20, "gradients"),
        ("free", "a1"),
        ("alloc", "g0", 10, "gradients"),
        ("free", "a0"),
    ]
    result = replay(10**9, events)
    assert (result["peak_bytes"], result["peak_event"]) == (144, 13)
    assert result["oom_event"] is result["free_at_oom_bytes"] is None
    assert training_peak_bytes([4, 2, 6], [10, 20, 5], 2) == 144


def test_without_optimizer_state_nothing_is_allocated_for_it():
    assert not [e for e in training_events([1], [2], 0) if e[1].startswith("o")]
    assert training_events([], [], 2) == []


def test_the_replay_stops_at_the_first_failure():
    events = [("alloc", "a", 4, "x"), ("alloc", "b", 5, "x"), ("free", "a"), ("free", "nothing")]
    assert replay(8, events) == {
        "peak_bytes": 4,
        "peak_event": 0,
        "oom_event": 1,
        "free_at_oom_bytes": 4,
        "by_category_at_peak": {"x": 4},
    }


def test_an_empty_history():
    nothing = {"peak_bytes": 0, "peak_event": -1, "by_category_at_peak": {}}
    assert replay(0, []) == nothing | {"oom_event": None, "free_at_oom_bytes": None}
    assert replay(0, [("alloc", "a", 0, "x")])["peak_event"] == -1
    assert replay(0, [("alloc", "a", 1, "x")])["free_at_oom_bytes"] == 0


def test_memory_that_is_exactly_full_is_no_failure_and_names_may_return():
    events = [("alloc", "a", 8, "x"), ("free", "a"), ("alloc", "a", 8, "y")]
    assert list(ledger(8, events)) == [{"x": 8}, {}, {"y": 8}]
    result = replay(8, events)
    assert (result["peak_event"], result["by_category_at_peak"]) == (0, {"x": 8})


@modest
@given(histories(), st.integers(0, 120))
def test_running_sums_agree(events, capacity):
    use = in_use(events)
    stop = next((i for i, used in enumerate(use) if used > capacity), len(use))
    result = replay(capacity, events)
    assert result["oom_event"] == (stop if stop < len(use) else None)
    peak = max(use[:stop], default=0)
    assert result["peak_bytes"] == peak <= capacity
    assert result["peak_event"] == (use.index(peak) if peak else -1)
    assert sum(result["by_category_at_peak"].values()) == peak
    if stop < len(use):
        assert result["free_at_oom_bytes"] == capacity - (use[stop - 1] if stop else 0)


@modest
@given(histories(), st.integers(0, 60), st.integers(0, 60))
def test_more_memory_never_fails_earlier(events, capacity, more):
    small, large = replay(capacity, events), replay(capacity + more, events)
    if large["oom_event"] is not None:
        assert small["oom_event"] is not None
        assert small["oom_event"] <= large["oom_event"]


@modest
@given(histories(), st.integers(0, 120), st.data())
def test_a_pair_of_no_bytes_only_shifts_events(events, capacity, data):
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(events))] * 2)))
    pair = ("alloc", "empty", 0, "z"), ("free", "empty")
    longer = [*events[:first], pair[0], *events[first:last], pair[1], *events[last:]]
    before, after = replay(capacity, events), replay(capacity, longer)

    def shifted(event):
        return event if event in (None, -1) else event + (event >= first) + (event >= last)

    assert after == before | {
        "peak_event": shifted(before["peak_event"]),
        "oom_event": shifted(before["oom_event"]),
    }


@modest
@given(layers, st.integers(0, 3))
def test_the_training_peak_has_a_closed_form(sizes, multiple):
    acts, params = [a for a, _ in sizes], [p for _, p in sizes]
    events = training_events(acts, params, multiple)
    expected = (1 + multiple) * sum(params) + max(
        (sum(acts[: i + 1]) + sum(params[i:]) for i in range(len(acts))), default=0
    )
    assert training_peak_bytes(acts, params, multiple) == expected
    assert replay(10**9, events)["peak_bytes"] == expected
    # What is left at the end is all that the next step starts from.
    held = list(ledger(10**9, events))
    assert not held or "activations" not in held[-1]


def test_numpy_sizes_do_not_overflow():
    params = np.array([2**31 - 1] * 3, np.int32)
    assert training_peak_bytes(params, params, 2) == 13 * (2**31 - 1)
    assert weight_bytes(np.int32(2**31 - 1), 4) == 4 * (2**31 - 1)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (weight_bytes, (-1, 2)),
        (weight_bytes, (1, -2)),
        (to_gib, (-1,)),
        (training_state_bytes, (-1, 2, 2, ())),
        (training_state_bytes, (1, -2, 2, ())),
        (training_state_bytes, (1, 2, 2, (4, -4))),
        (memory_verdict, (-1, {})),
        (memory_verdict, (1, {"weights": -1})),
        (missing_items, ("finetuning", set())),
        (training_events, ([1], [1, 2], 2)),
        (training_events, ([-1], [1], 2)),
        (training_events, ([1], [-1], 2)),
        (training_events, ([1], [1], -1)),
        (training_peak_bytes, ([1], [], 1)),
        (replay, (-1, [])),
        (replay, (9, [("alloc", "a", -1, "x")])),
        (replay, (9, [("alloc", "a", 1)])),
        (replay, (9, [("free", "a", 1)])),
        (replay, (9, [()])),
        (replay, (9, [("move", "a")])),
    ],
)
def test_bad_arguments_are_refused(function, arguments):
    with pytest.raises(ValueError, match="must"):
        function(*arguments)


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ([("free", "a")], "free of 'a', which is not live"),
        ([("alloc", "a", 1, "x"), ("alloc", "a", 99, "x")], "alloc of 'a', which is live"),
        ([("alloc", "a", 1, "x"), ("free", "a"), ("free", "a")], "free of 'a', which is not live"),
    ],
)
def test_names_are_allocated_and_freed_in_turn(events, reason):
    with pytest.raises(ValueError, match=reason):
        replay(9, events)
