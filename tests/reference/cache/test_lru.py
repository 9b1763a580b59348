"""The compiled cache is the plain one: fully associative, in sets, and one array at a time."""

from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.cache.lru import CacheCounts, numbered_lines, simulate
from reference.models import lru as model

QUICK = settings(max_examples=60, deadline=None)
WIDTHS = st.sampled_from((1, 3, 8, 64))
# Few places, so that lines come back; now and then one so far away that lines get renumbered.
ADDRESSES = st.one_of(st.integers(0, 300), st.integers(0, 300).map(lambda a: 2**61 + a))
TRACES = st.lists(st.tuples(ADDRESSES, st.booleans(), st.integers(0, 2)), max_size=120)


def columns(trace):
    """Return addresses, writes and array ids as the simulator takes them."""
    addresses, writes, owners = zip(*trace, strict=True) if trace else ((), (), ())
    return np.array(addresses, np.int64), np.array(writes, np.bool_), np.array(owners, np.int64)


def model_counts(trace, lines, width, flush):
    """Return hits, misses and written-back lines of the model in plain Python."""
    requests = [("W" if write else "R", address, 1) for address, write, _ in trace]
    counts = model.simulate(requests, lines, width, flush)
    return counts["hits"], counts["misses"], counts["written_back_bytes"] // width


def in_sets(trace, sets, ways, width, flush):
    """Return the same where every set is a small cache of the model, with its own requests."""
    parts = [[] for _ in range(sets)]
    for access in trace:
        parts[access[0] // width % sets].append(access)
    counts = [model_counts(part, ways, width, flush) for part in parts]
    return tuple(sum(column) for column in zip(*counts, strict=True))


def missed_arrays(trace, lines, width):
    """Return the array of each access that misses."""
    cache, missed = OrderedDict(), []
    for address, _, owner in trace:
        if address // width not in cache:
            missed.append(owner)
            if len(cache) == lines:
                cache.popitem(last=False)
        cache[address // width] = None
        cache.move_to_end(address // width)
    return missed


@given(TRACES, st.integers(1, 12), WIDTHS, st.booleans())
@QUICK
def test_fully_associative_is_the_model(trace, lines, width, flush):
    addresses, writes, _ = columns(trace)
    got = simulate(addresses, writes, lines=lines, line_bytes=width, flush=flush)
    assert (got.hits, got.misses, got.written_back_lines) == model_counts(
        trace, lines, width, flush
    )


@given(TRACES, st.integers(1, 5), st.integers(1, 4), WIDTHS, st.booleans())
@QUICK
def test_each_set_is_a_cache_of_its_own(trace, sets, ways, width, flush):
    addresses, writes, _ = columns(trace)
    got = simulate(addresses, writes, lines=sets * ways, ways=ways, line_bytes=width, flush=flush)
    assert (got.hits, got.misses, got.written_back_lines) == in_sets(
        trace, sets, ways, width, flush
    )


@given(TRACES, st.integers(1, 12), WIDTHS)
@QUICK
def test_one_set_is_fully_associative(trace, lines, width):
    addresses, writes, owners = columns(trace)
    cache = {"lines": lines, "line_bytes": width, "array_ids": owners}
    assert simulate(addresses, writes, **cache) == simulate(addresses, writes, ways=lines, **cache)


@given(TRACES, st.integers(1, 12), WIDTHS)
@QUICK
def test_misses_belong_to_the_array_that_was_accessed(trace, lines, width):
    addresses, writes, owners = columns(trace)
    got = simulate(addresses, writes, lines=lines, line_bytes=width, array_ids=owners)
    missed = missed_arrays(trace, lines, width)
    arrays = int(owners.max()) + 1 if trace else 1
    assert got.misses_by_array == tuple(missed.count(array) for array in range(arrays))


def test_a_column_of_rows_8_kib_apart_shares_one_set():
    """A 32 KiB cache of 8 ways has 64 sets, 4 KiB: 64 lines that fit in it fight for 8 places."""
    column = np.tile(np.arange(64, dtype=np.int64) * 8192, 2)
    reads = np.zeros(column.size, np.bool_)
    assert simulate(column, reads, lines=512, line_bytes=64).misses == 64
    assert simulate(column, reads, lines=512, line_bytes=64, ways=8).misses == 128


def test_an_empty_trace_counts_nothing():
    nothing = CacheCounts(hits=0, misses=0, misses_by_array=(0,), written_back_lines=0)
    empty = np.zeros(0, np.int64), np.zeros(0, np.bool_)
    assert simulate(*empty, lines=4, line_bytes=64) == nothing
    assert simulate(*empty, lines=4, line_bytes=64, ways=2) == nothing


def test_inputs_may_be_read_only_and_strided():
    addresses = np.arange(0, 4000, 4, dtype=np.int64)[::2]
    writes = np.ones(addresses.size, np.bool_)
    addresses.flags.writeable = writes.flags.writeable = False
    got = simulate(addresses, writes, lines=8, line_bytes=64, flush=True)
    assert (got.misses, got.written_back_lines) == (63, 63)


def test_lines_far_apart_are_renumbered_and_others_keep_their_distance():
    near = np.array([640, 0, 64], np.int64)
    far = np.array([2**61, 0, 2**61 + 63], np.int64)
    assert [
        array.tolist() for array in (numbered_lines(near, 64)[0], numbered_lines(far, 64)[0])
    ] == [
        [10, 0, 1],
        [1, 0, 1],
    ]


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        ({"lines": 0}, ValueError, "lines"),
        ({"line_bytes": 0}, ValueError, "line_bytes"),
        ({"lines": 8, "ways": 3}, ValueError, "divide"),
        ({"ways": 0}, ValueError, "ways"),
        ({"addresses": np.array([0, -1])}, ValueError, "addresses"),
        ({"addresses": np.array([0, -1]), "ways": 1}, ValueError, "addresses"),
        ({"addresses": np.array([0, 2**62])}, ValueError, "addresses"),
        ({"addresses": np.array([0.0, 1.0])}, TypeError, "int64"),
        ({"addresses": [0, 1]}, TypeError, "list"),
        ({"addresses": np.zeros((1, 2), np.int64)}, ValueError, "shape"),
        ({"is_write": np.zeros(3, np.bool_)}, ValueError, "is_write"),
        ({"is_write": np.zeros(2, np.int8)}, TypeError, "bool"),
        ({"array_ids": np.array([0, -1])}, ValueError, "array_ids"),
        ({"array_ids": np.array([0, 2**16])}, ValueError, "array_ids"),
    ],
)
def test_refuses_what_is_no_trace_or_no_cache(changed, error, words):
    good = {
        "addresses": np.array([0, 64]),
        "is_write": np.zeros(2, np.bool_),
        "lines": 4,
        "line_bytes": 64,
    }
    with pytest.raises(error, match=words):
        simulate(**(good | changed))
