"""What streaming hides, on the numbers of q01 and on every pair of small pieces of work."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import streaming
from reference.models.streaming import hidden_wait_s, may_overlap, pass_rows, reading_timeline

GEN, READ, SLOW = [0.5] * 4, [0.3] * 4, [0.8] * 4
modest = settings(max_examples=50, deadline=None)
seconds = st.integers(0, 64).map(lambda n: n / 8)
token_times = st.lists(st.tuples(seconds, seconds), min_size=1, max_size=12)
modes = st.booleans()


def out(req=0, step=0, layer=0, elem=0):
    return {"kind": "out", "req": req, "step": step, "layer": layer, "elem": elem}


def read(req=0, step=0):
    return {"kind": "read", "req": req, "step": step}


ITEMS = [out(*where) for where in itertools.product(range(2), repeat=4)]
ITEMS += [read(*where) for where in itertools.product(range(2), range(3))]


def test_the_numbers_of_the_unit():
    assert reading_timeline(GEN, READ, True)["finish_s"] == pytest.approx(2.3)
    assert reading_timeline(GEN, READ, False)["finish_s"] == pytest.approx(3.2)
    assert hidden_wait_s(GEN, READ) == pytest.approx(0.9)
    assert reading_timeline(GEN, SLOW, True)["finish_s"] == pytest.approx(3.7)
    assert hidden_wait_s(GEN, SLOW) == pytest.approx(1.5)
    assert pass_rows(5, 4, 2) == [10, 2, 2, 2]


def test_a_whole_timeline():
    # The third token is late, so the reader waits for it a second time.
    assert reading_timeline([1, 1, 4], [0.5, 0.5, 0.5], True) == {
        "first_visible_s": 1,
        "generated_s": 6,
        "finish_s": 6.5,
        "exposed_wait_s": 5,
    }
    spans = streaming.reading_spans_s([1, 1, 4], [0.5, 0.5, 0.5], True)
    assert spans == [(1, 1.5), (2, 2.5), (6, 6.5)]


def test_waits_of_zero_are_zero():
    assert reading_timeline([0, 0.1], [0.1, 0.7], True)["exposed_wait_s"] == 0
    assert hidden_wait_s([0.1, 0.0, 0.0], [0.1, 0.2, 0.3]) == 0


@modest
@given(token_times, modes)
def test_the_finish_is_the_longest_way_through_generation_and_reading(times, mode):
    gen, reads = zip(*times, strict=True)
    exists = np.cumsum(gen) if mode else np.full(len(gen), sum(gen))
    still_to_read = np.cumsum(reads[::-1])[::-1]
    assert reading_timeline(gen, reads, mode)["finish_s"] == max(exists + still_to_read)


@modest
@given(token_times)
def test_hidden_is_bounded_and_generation_is_as_long(times):
    gen, reads = zip(*times, strict=True)
    shown, blocked = (reading_timeline(gen, reads, mode) for mode in (True, False))
    hidden = hidden_wait_s(gen, reads)
    assert shown["generated_s"] == blocked["generated_s"] == sum(gen)
    assert hidden == blocked["finish_s"] - shown["finish_s"]
    assert 0 <= hidden <= min(sum(gen[1:]), sum(reads[:-1]))
    assert shown["exposed_wait_s"] == shown["finish_s"] - sum(reads)
    assert (shown["first_visible_s"], blocked["first_visible_s"]) == (gen[0], sum(gen))


@modest
@given(seconds, seconds)
def test_one_token_hides_nothing(gen, reading):
    assert hidden_wait_s([gen], [reading]) == 0


@modest
@given(token_times, modes, st.sampled_from([0.25, 3, 8]))
def test_scaling_times_scales_everything(times, mode, factor):
    gen, reads = zip(*times, strict=True)
    scaled = reading_timeline([factor * t for t in gen], [factor * t for t in reads], mode)
    for name, value in reading_timeline(gen, reads, mode).items():
        assert scaled[name] == factor * value


@modest
@given(st.integers(1, 1000), st.integers(1, 50), st.integers(1, 64))
def test_passes_and_rows(prompt, new, batch):
    rows = pass_rows(prompt, new, batch)
    assert len(rows) == new
    assert sum(rows) == batch * (prompt + new - 1)


@pytest.mark.parametrize("x", ITEMS)
def test_overlap_is_symmetric_and_follows_the_dependences(x):
    for y in ITEMS:
        if x is y:
            continue
        assert may_overlap(x, y) == may_overlap(y, x)
        if x["req"] != y["req"]:
            assert may_overlap(x, y)
        elif x["kind"] == y["kind"] == "out":
            assert may_overlap(x, y) == (x["step"] == y["step"] and x["layer"] == y["layer"])
        elif x["kind"] == y["kind"]:
            assert not may_overlap(x, y)


@pytest.mark.parametrize(("generating", "allowed"), [(0, False), (1, False), (2, True)])
def test_a_token_is_read_only_while_later_ones_are_generated(generating, allowed):
    assert may_overlap(read(step=1), out(step=generating, layer=3)) is allowed


@pytest.mark.parametrize(
    ("gen", "reads"),
    [([], []), ([1.0], [1.0, 2.0]), ([-1.0], [0.0]), ([1.0], [math.nan]), ([math.inf], [1.0])],
)
def test_timelines_refuse(gen, reads):
    for call in (
        lambda: reading_timeline(gen, reads, True),
        lambda: hidden_wait_s(gen, reads),
        lambda: streaming.reading_spans_s(gen, reads, False),
    ):
        with pytest.raises(ValueError, match="must"):
            call()


@pytest.mark.parametrize("counts", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (-1, 1, 1)])
def test_pass_rows_refuses(counts):
    with pytest.raises(ValueError, match="at least 1"):
        pass_rows(*counts)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (out(), out()),
        (read(), read()),
        (out(), {**read(), "kind": "write"}),
        ({"kind": "out", "req": 0, "step": 0}, read()),
        (out(), {"req": 0, "step": 0}),
        (out(step=-1), read()),
        (out(layer=-1), read()),
    ],
)
def test_overlap_refuses(x, y):
    with pytest.raises(ValueError, match="must"):
        may_overlap(x, y)
    with pytest.raises(ValueError, match="must"):
        may_overlap(y, x)
