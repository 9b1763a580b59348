"""One pass agrees with a simulation of each capacity, and a larger cache never misses more."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reference.cache.lru import simulate
from reference.cache.stack_distance import distance_histogram, misses_by_capacity

QUICK = settings(max_examples=60, deadline=None)
ADDRESSES = st.lists(st.integers(0, 400), max_size=150).map(lambda a: np.array(a, np.int64))
WIDTHS = st.sampled_from((1, 3, 64))


def plain_distances(lines):
    """Return the stack distance of each access, None for a first use, from a plain list."""
    stack, distances = [], []
    for line in lines:
        distances.append(stack.index(line) + 1 if line in stack else None)
        if line in stack:
            stack.remove(line)
        stack.insert(0, line)
    return distances


def simulated_misses(addresses, lines, width):
    reads = np.zeros(addresses.size, np.bool_)
    return simulate(addresses, reads, lines=lines, line_bytes=width).misses


@given(ADDRESSES, WIDTHS)
@example(np.arange(200) % 3, 1)
@QUICK
def test_the_histogram_is_that_of_a_stack_in_plain_python(addresses, width):
    distances = plain_distances((addresses // width).tolist())
    histogram, first_uses = distance_histogram(addresses, width)
    assert first_uses == distances.count(None)
    assert histogram.tolist() == [distances.count(d) for d in range(first_uses + 1)]


@given(ADDRESSES, WIDTHS)
@QUICK
def test_every_capacity_is_simulated_alike_and_more_lines_never_miss_more(addresses, width):
    misses = misses_by_capacity(addresses, width)
    assert misses[0] == addresses.size
    assert np.all(np.diff(misses) <= 0)
    for lines in range(1, len(misses)):
        assert misses[lines] == simulated_misses(addresses, lines, width)
    assert simulated_misses(addresses, len(misses) + 3, width) == misses[-1]


@pytest.mark.parametrize("lines", [1, 2, 15, 16, 17, 63, 64, 65, 300])
def test_long_traces_move_the_marks_together_without_a_miscount(lines):
    """The time line has room for four slots a line: 20000 accesses fill it many times."""
    rng = np.random.default_rng(lines)
    addresses = rng.zipf(1.3, 20_000) % lines * 64
    misses = misses_by_capacity(addresses, 64)
    capacities = {1, 2, lines // 2, lines} & set(range(1, len(misses)))
    for capacity in capacities:
        assert misses[capacity] == simulated_misses(addresses, capacity, 64)
    # Round and round: all but the first uses have the whole distance.
    cycle = np.resize(np.arange(lines) * 64, 20_000)
    histogram, first_uses = distance_histogram(cycle, 64)
    assert (first_uses, histogram[lines]) == (lines, 20_000 - lines)


def test_tiles_of_a_product_fit_from_the_stated_capacity_on():
    """C += AB in tiles of T = 8: from 4 T² + T lines of one element on, traffic is 2 N³/T + N²."""
    n, tile = 32, 8
    blocks, within = range(0, n, tile), range(tile)
    accesses = [
        address
        for bi in blocks
        for bj in blocks
        for bk in blocks
        for i in within
        for j in within
        for k in within
        for address in (
            (bi + i) * n + bk + k,
            n * n + (bk + k) * n + bj + j,
            2 * n * n + (bi + i) * n + bj + j,
        )
    ]
    misses = misses_by_capacity(np.array(accesses, np.int64), 1)
    assert misses[4 * tile * tile + tile] == 2 * n**3 // tile + n * n
    assert misses[2 * tile * tile] > misses[4 * tile * tile + tile]


def test_an_empty_trace_has_one_capacity():
    assert misses_by_capacity(np.zeros(0, np.int64), 64).tolist() == [0]


@pytest.mark.parametrize(
    ("addresses", "width", "error"),
    [
        (np.array([-1]), 64, ValueError),
        (np.array([[1]]), 64, ValueError),
        (np.array([1.0]), 64, TypeError),
        ([1], 64, TypeError),
        (np.array([1]), 0, ValueError),
    ],
)
def test_refuses_what_is_no_trace(addresses, width, error):
    with pytest.raises(error):
        misses_by_capacity(addresses, width)
