"""Prefetching workers: the numbers of x02, an event queue that agrees, and what always holds."""

import heapq

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.loader import batch_bytes, loader_timeline, outstanding_batches

modest = settings(max_examples=50, deadline=None)
batches = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=16)
pools = st.just((0, 0)) | st.tuples(st.integers(1, 5), st.integers(1, 4))


def by_events(loads, computes, workers, prefetch):
    """Simulate workers with queues; return when each batch is taken and done."""
    issued = min(len(loads), workers * prefetch)
    queues = [[b for b in range(issued) if b % workers == w] for w in range(workers)]
    events, busy = [], [False] * workers
    loaded, taken, done, clock = set(), [], [], 0

    def start(worker):
        if queues[worker] and not busy[worker]:
            busy[worker] = True
            batch = queues[worker].pop(0)
            heapq.heappush(events, (clock + loads[batch], 0, batch))

    for worker in range(workers):
        start(worker)
    while len(done) < len(loads):
        if len(taken) == len(done) and len(taken) in loaded:
            taken.append(clock)
            heapq.heappush(events, (clock + computes[len(done)], 1, len(done)))
            if issued < len(loads):
                queues[issued % workers].append(issued)
                start(issued % workers)
                issued += 1
            continue
        clock, computed, batch = heapq.heappop(events)
        if computed:
            done.append(clock)
        else:
            loaded.add(batch)
            busy[batch % workers] = False
            start(batch % workers)
    return taken, done


@pytest.mark.parametrize(
    ("workers", "prefetch", "total"), [(0, 0, 832), (1, 2, 652), (2, 2, 344), (4, 2, 232)]
)
def test_the_numbers_of_the_unit(workers, prefetch, total):
    assert loader_timeline([40] * 16, [12] * 16, workers, prefetch)["total_ms"] == total


def test_outstanding_batches_and_their_bytes():
    assert outstanding_batches(4, 2) == 8
    assert outstanding_batches(4, 2) * 64 == 512
    assert batch_bytes(64, (3, 224, 224), 4) / 1e6 == pytest.approx(38.5, abs=0.05)
    assert outstanding_batches(0, 0) == 0


def test_a_whole_timeline():
    # Worker 0 has the slow batch 2 and batch 4 behind it; batch 3 waits for its turn.
    assert loader_timeline([2, 2, 9, 2, 2], [1] * 5, 2, 1) == {
        "load_start_ms": [0, 0, 2, 3, 11],
        "ready_ms": [2, 2, 11, 5, 13],
        "take_ms": [2, 3, 11, 12, 13],
        "done_ms": [3, 4, 12, 13, 14],
        "stall_ms": [2, 0, 7, 0, 0],
        "total_ms": 14,
    }


def test_no_batches_take_no_time():
    assert loader_timeline([], [], 4, 2)["total_ms"] == 0


def test_one_more_worker_can_be_slower():
    # With three workers batch 3 lands behind the slow batch 0, with two it does not.
    loads, computes = [4, 0, 0, 2], [0, 0, 0, 0]
    assert loader_timeline(loads, computes, 2, 2)["total_ms"] == 4
    assert loader_timeline(loads, computes, 3, 2)["total_ms"] == 6


@modest
@given(batches, pools)
def test_an_event_queue_agrees(times, pool):
    loads, computes = [t[0] for t in times], [t[1] for t in times]
    timeline = loader_timeline(loads, computes, *pool)
    if pool[0]:
        taken, done = by_events(loads, computes, *pool)
        assert (timeline["take_ms"], timeline["done_ms"]) == (taken, done)
    else:
        assert timeline["total_ms"] == sum(loads) + sum(computes)


@modest
@given(batches, pools)
def test_the_loop_computes_or_stalls(times, pool):
    loads, computes = [t[0] for t in times], [t[1] for t in times]
    timeline = loader_timeline(loads, computes, *pool)
    assert timeline["total_ms"] == sum(computes) + sum(timeline["stall_ms"])
    assert max([sum(computes), *loads]) <= timeline["total_ms"] <= sum(loads) + sum(computes)
    assert timeline["take_ms"] == sorted(timeline["take_ms"])
    assert min(timeline["stall_ms"], default=0) >= 0


@modest
@given(batches, pools.filter(lambda pool: pool[0] > 0))
def test_more_prefetch_is_never_slower(times, pool):
    loads, computes = [t[0] for t in times], [t[1] for t in times]
    workers, prefetch = pool
    assert (
        loader_timeline(loads, computes, workers, prefetch + 1)["total_ms"]
        <= loader_timeline(loads, computes, workers, prefetch)["total_ms"]
    )


@modest
@given(batches, pools)
def test_no_batch_is_loaded_before_it_is_issued(times, pool):
    loads, computes = [t[0] for t in times], [t[1] for t in times]
    timeline, limit = loader_timeline(loads, computes, *pool), outstanding_batches(*pool)
    for b, start in enumerate(timeline["load_start_ms"]):
        if limit and b >= limit:
            assert start >= timeline["take_ms"][b - limit]


def test_numpy_times_come_back_as_ints():
    total = loader_timeline(np.array([100] * 3, np.int8), np.array([1] * 3, np.int8), 0, 0)
    assert total["total_ms"] == 303


@pytest.mark.parametrize(
    ("loads", "computes", "workers", "prefetch"),
    [
        ([1], [1, 2], 1, 1),
        ([-1], [1], 1, 1),
        ([1], [-1], 1, 1),
        ([1], [1], -1, 1),
        ([1], [1], 0, 1),
        ([1], [1], 1, 0),
    ],
)
def test_bad_timelines_are_refused(loads, computes, workers, prefetch):
    with pytest.raises(ValueError, match="must"):
        loader_timeline(loads, computes, workers, prefetch)


@pytest.mark.parametrize("arguments", [(-1, (3,), 4), (1, (3, -1), 4), (1, (3,), 0)])
def test_bad_batches_are_refused(arguments):
    with pytest.raises(ValueError, match="at least"):
        batch_bytes(*arguments)


@pytest.mark.parametrize("pool", [(-1, -1), (0, 1), (1, 0)])
def test_bad_pools_are_refused(pool):
    with pytest.raises(ValueError, match="must"):
        outstanding_batches(*pool)
