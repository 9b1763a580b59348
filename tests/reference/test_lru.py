"""The cache on the lecture's example, against two other simulations, and its invariants."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import lru

TWICE = [("R", address, 1) for address in (0, 4, 8, 0, 4, 8)]
REQUESTS = st.lists(
    st.tuples(st.sampled_from("RW"), st.integers(0, 60), st.integers(1, 12)), max_size=30
)
LINES = st.integers(1, 8)
WIDTHS = st.sampled_from((1, 3, 4, 8))
QUICK = settings(max_examples=50, deadline=None)


def touched(requests, width):
    """Return (operation, line) for each touch."""
    return [
        (op, line)
        for op, address, nbytes in requests
        for line in sorted({byte // width for byte in range(address, address + nbytes)})
    ]


def with_lists(requests, lines, width, flush):
    """Simulate with a list in order of use and a set of dirty lines."""
    order, dirty, evictions = [], set(), []
    hits = misses = written_back = 0
    for op, line in touched(requests, width):
        if line in order:
            hits += 1
            order.remove(line)
        else:
            misses += 1
            if len(order) == lines:
                oldest = order.pop(0)
                evictions.append(oldest)
                written_back += oldest in dirty
                dirty.discard(oldest)
        order.append(line)
        if op == "W":
            dirty.add(line)
    if flush:
        written_back += len(dirty)
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * width,
        "written_back_bytes": written_back * width,
        "evictions": evictions,
    }


def hits_by_stack_distance(requests, lines, width):
    """Count touches with fewer than `lines` different lines since the last touch of the same."""
    sequence = [line for _, line in touched(requests, width)]
    hits = 0
    for now, line in enumerate(sequence):
        before = [then for then in range(now) if sequence[then] == line]
        hits += bool(before) and len(set(sequence[before[-1] + 1 : now])) < lines
    return hits


def test_the_example_of_the_lecture():
    two = lru.simulate(TWICE, 2, 4)
    assert two["fetched_bytes"] == 24
    assert len(two["evictions"]) == 4
    assert two["evictions"] == [0, 1, 2, 0]
    assert lru.simulate(TWICE, 3, 4)["fetched_bytes"] == 12
    assert lru.simulate(TWICE, 1, 12)["fetched_bytes"] == 12


def test_the_oldest_use_goes_not_the_oldest_entry():
    counts = lru.simulate([("R", line, 1) for line in (0, 1, 0, 2, 0)], 2, 1)
    assert counts["evictions"] == [1]
    assert counts["hits"] == 2


def test_a_request_touches_every_line_it_overlaps():
    assert lru.simulate([("R", 3, 6)], 4, 4)["misses"] == 3
    assert lru.distinct_lines([("R", 3, 6)], 4) == 3
    assert lru.simulate([("R", 4, 4)], 4, 4)["misses"] == 1


def test_writes_allocate_and_come_back_once():
    requests = [("W", 0, 1), ("R", 0, 1), ("R", 4, 1), ("R", 8, 1)]
    counts = lru.simulate(requests, 1, 4)
    assert counts["fetched_bytes"] == 12
    assert counts["written_back_bytes"] == 4  # the read hit in between leaves the line dirty
    assert lru.simulate(requests, 3, 4)["written_back_bytes"] == 0
    flushed = lru.simulate(requests, 3, 4, flush=True)
    assert flushed["written_back_bytes"] == 4
    assert flushed["evictions"] == []


def test_the_steps_show_the_cache():
    steps = list(lru.steps([("W", 0, 1), ("R", 4, 1), ("R", 0, 8)], 2, 4))
    assert [(step.request, step.line, step.hit) for step in steps] == [
        (0, 0, False),
        (1, 1, False),
        (2, 0, True),
        (2, 1, True),
    ]
    assert [step.resident for step in steps] == [(0,), (0, 1), (1, 0), (0, 1)]
    assert {step.dirty for step in steps} == {frozenset({0})}
    assert all(step.evicted is None and not step.written_back for step in steps)


def test_a_step_names_what_left():
    *_, last = lru.steps([("W", 0, 1), ("R", 4, 1)], 1, 4)
    assert (last.evicted, last.written_back, last.resident) == (0, True, (1,))
    assert last.dirty == frozenset()


@given(REQUESTS, LINES, WIDTHS, st.booleans())
@QUICK
def test_two_other_simulations_agree(requests, lines, width, flush):
    counts = lru.simulate(requests, lines, width, flush)
    assert counts == with_lists(requests, lines, width, flush)
    assert counts["hits"] == hits_by_stack_distance(requests, lines, width)


@given(REQUESTS, LINES, WIDTHS)
@QUICK
def test_what_must_add_up(requests, lines, width):
    counts = lru.simulate(requests, lines, width)
    distinct = lru.distinct_lines(requests, width)
    assert counts["hits"] + counts["misses"] == len(touched(requests, width))
    assert counts["misses"] >= distinct
    assert counts["fetched_bytes"] == counts["misses"] * width
    assert len(counts["evictions"]) == counts["misses"] - min(lines, distinct)
    if lines >= distinct:
        assert counts["misses"] == distinct


@given(REQUESTS, LINES, WIDTHS)
@QUICK
def test_a_larger_cache_never_misses_more(requests, lines, width):
    larger = lru.simulate(requests, lines + 1, width)
    assert larger["misses"] <= lru.simulate(requests, lines, width)["misses"]


@given(REQUESTS.filter(bool), LINES, WIDTHS)
@QUICK
def test_repeating_a_request_that_fits_only_hits(requests, lines, width):
    last = len(touched(requests[-1:], width))
    before = lru.simulate(requests, lines, width)
    after = lru.simulate([*requests, requests[-1]], lines, width)
    if last <= lines:
        assert after == before | {"hits": before["hits"] + last}
    else:
        # Too long for the cache: its first lines are gone again before it is repeated.
        assert after["misses"] == before["misses"] + last


@given(REQUESTS, LINES, WIDTHS)
@QUICK
def test_reading_writes_nothing_back(requests, lines, width):
    reads = [("R", address, nbytes) for _, address, nbytes in requests]
    assert lru.simulate(reads, lines, width, flush=True)["written_back_bytes"] == 0


@given(REQUESTS, LINES, WIDTHS)
@QUICK
def test_the_steps_are_the_simulation(requests, lines, width):
    counts, steps = lru.simulate(requests, lines, width), list(lru.steps(requests, lines, width))
    assert sum(step.hit for step in steps) == counts["hits"]
    assert [step.evicted for step in steps if step.evicted is not None] == counts["evictions"]
    assert sum(step.written_back for step in steps) * width == counts["written_back_bytes"]
    assert all(len(step.resident) <= lines for step in steps)


@pytest.mark.parametrize(
    ("requests", "lines", "line_bytes", "reason"),
    [
        (TWICE, 0, 4, "lines must"),
        (TWICE, 2, 0, "line_bytes must"),
        ([("R", -1, 1)], 2, 4, "byte_addr must"),
        ([("R", 0, 0)], 2, 4, "nbytes must"),
        ([("r", 0, 1)], 2, 4, "op must be one of R, W"),
        ([], 0, 4, "lines must"),
    ],
)
def test_what_lies_outside_is_refused(requests, lines, line_bytes, reason):
    with pytest.raises(ValueError, match=reason):
        lru.simulate(requests, lines, line_bytes)


def test_distinct_lines_refuses_the_same():
    with pytest.raises(ValueError, match="line_bytes must"):
        lru.distinct_lines([], 0)
    with pytest.raises(ValueError, match="nbytes must"):
        lru.distinct_lines([("R", 0, 0)], 4)


def test_a_request_that_is_no_triple_is_refused():
    with pytest.raises(ValueError, match=r"\(op, byte_addr, nbytes\)"):
        lru.simulate([("R", 0)], 1, 4)
