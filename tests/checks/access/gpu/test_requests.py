"""Requests: which accesses the hardware carries out together, and the memory that they touch."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from grader.checks.access.gpu.decode import decode_launch
from grader.checks.access.gpu.launch import Launch
from grader.checks.access.gpu.requests import (
    MOST_KEY,
    by_site,
    count_sectors,
    lane_name,
    packed,
    requests,
    sectors,
    warp_picture,
)
from tests.checks.access.gpu.tape import GpuTape, Kernel, Stop, Thread

READ_A, READ_B, STORE = 4, 5, 6


def naive(N: int = 32, K: int = 3, *, swapped: bool = False, dtype: str = "float32") -> Launch:
    """Return one row of blocks of a 32 x N product, one thread an element, 32 x 1 threads each.

    `swapped` lets threadIdx.x choose the row.
    """
    grid, block = ((N // 32, 32), (32, 1)) if not swapped else ((1, N), (32, 1))

    def kernel(t: Thread) -> Iterator[Stop]:
        j, i = t.bx * 32 + t.x, t.by
        i, j = (j, i) if swapped else (i, j)
        for k in range(K):
            t.read("A", i, k, line=READ_A)
            t.read("B", k, j, line=READ_B)
        t.write("C", i, j, 0.0, line=STORE)
        yield from ()

    A, B, C = np.ones((32, K), dtype), np.ones((K, N), dtype), np.zeros((32, N), dtype)
    return GpuTape(grid, block, A=A, B=B, C=C).run(kernel).launch()


def launched(kernel: Kernel, block: tuple[int, ...], grid: tuple[int, ...] = (1,)) -> Launch:
    return GpuTape(grid, block, A=np.zeros((64, 64), np.float32)).run(kernel).launch()


def test_a_warp_makes_one_request_at_a_line() -> None:
    launch = naive()
    found = requests(launch)
    assert len(found) == 32 * (3 + 3 + 1)
    assert set(found.lanes.tolist()) == {32}
    for request in range(len(found)):
        events = found.events(request)
        assert launch.thread[events].tolist() == list(range(32))
        assert len(set(launch.site[events].tolist())) == 1
        assert len(set(launch.block_number[events].tolist())) == 1


def test_each_access_is_in_one_request() -> None:
    launch = naive(swapped=True)
    assert_array_equal(np.sort(requests(launch).event), np.arange(len(launch)))


def test_a_loop_makes_one_request_each_time_round() -> None:
    launch = naive()
    of_b = requests(launch).of("B")
    block = launch.block_number[of_b.first] == 0
    assert (launch.place[of_b.first[block]] // 32).tolist() == [0, 1, 2]


def test_a_block_of_more_than_32_threads_has_several_warps() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", t.y, t.x)
        yield from ()

    found = requests(launched(kernel, (10, 7)))
    assert found.lanes.tolist() == [32, 32, 6]


def test_blocks_are_apart() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", 0, t.x)
        yield from ()

    assert requests(launched(kernel, (4,), (3,))).lanes.tolist() == [4, 4, 4]


def test_threads_that_do_not_take_part_leave_a_smaller_request() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x % 2:
            t.read("A", 0, t.x)
        yield from ()

    launch = launched(kernel, (8,))
    found = requests(launch)
    assert launch.thread[found.events(0)].tolist() == [1, 3, 5, 7]
    assert len(found) == 1


def test_a_read_and_the_write_of_the_same_line_are_two() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("A", 0, t.x, t.read("A", 0, t.x) + 1)
        yield from ()

    launch = launched(kernel, (8,))
    assert [(w, len(of)) for _, w, of in by_site(requests(launch))] == [(False, 1), (True, 1)]


@pytest.mark.parametrize("wait", ["syncthreads", "syncwarp"])
def test_a_barrier_ends_what_can_go_together(wait: str) -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for step in range(2):
            # Half the threads come by in each step: by count alone they would be paired.
            if t.x % 2 == step:
                t.read("A", 0, t.x)
            yield getattr(t, wait)()

    launch = launched(kernel, (4,))
    found = requests(launch)
    assert [launch.thread[found.events(r)].tolist() for r in range(2)] == [[0, 2], [1, 3]]


def test_a_launch_without_accesses_has_no_requests() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield from ()

    launch = launched(kernel, (4,))
    assert len(requests(launch)) == 0
    assert sectors(launch, "A") == ()


# --- sectors --------------------------------------------------------------------------------------


def test_a_row_of_floats_takes_four_sectors_and_a_column_32() -> None:
    by_rows, by_columns = naive(), naive(swapped=True)
    for launch, moved in ((by_rows, 4), (by_columns, 32)):
        (stored,) = sectors(launch, "C")
        assert (stored.site, stored.array, stored.is_write) == (2, "C", True)
        assert (stored.requests, stored.threads) == (32, 32 * 32)
        assert (stored.sectors, stored.fewest) == (32 * moved, 32 * 4)


def test_one_element_for_all_is_one_sector() -> None:
    (read,) = sectors(naive(), "A")
    assert (read.requests, read.sectors, read.fewest) == (96, 96, 96)
    (read,) = sectors(naive(swapped=True), "B")
    assert (read.sectors, read.fewest) == (96, 96)


def test_doubles_take_twice_as_many() -> None:
    (stored,) = sectors(naive(dtype="float64"), "C")
    assert (stored.sectors, stored.fewest) == (32 * 8, 32 * 8)
    (stored,) = sectors(naive(dtype="float64", swapped=True), "C")
    assert (stored.sectors, stored.fewest) == (32 * 32, 32 * 8)


def test_a_row_that_begins_in_the_middle_of_a_sector_takes_one_more() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", 0, 3 + t.x)
        yield from ()

    (row,) = sectors(launched(kernel, (32,)), "A")
    assert (row.sectors, row.fewest) == (5, 4)


def test_sectors_are_those_of_device_memory() -> None:
    """An array that lies there column by column is read fast along a column."""
    tape = GpuTape((1,), (32,), A=np.zeros((32, 32), np.float32))

    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", t.x, 5)
        yield from ()

    tape.run(kernel)
    assert sectors(tape.launch(), "A")[0].sectors == 32
    by_columns = tape.payload(arrays=(tape.described("A", strides=(1, 32)),))
    assert sectors(decode_launch(by_columns), "A")[0].sectors == 4


def test_an_axis_that_runs_backwards_begins_at_its_end() -> None:
    tape = GpuTape((1,), (8,), A=np.zeros((2, 8), np.float32))

    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", 1, t.x)
        yield from ()

    tape.run(kernel)
    backwards = tape.payload(arrays=(tape.described("A", strides=(-8, -1)),))
    assert sectors(decode_launch(backwards), "A")[0].sectors == 1


def test_the_fewest_count_no_element_twice() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", t.x % 2, 0)
        yield from ()

    chosen = requests(launched(kernel, (32,))).of("A")
    touched, fewest = count_sectors(chosen, "A")
    assert (touched.tolist(), fewest.tolist()) == ([2], [1])


def test_an_array_of_no_dimensions_is_one_sector() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.add("total", 1.0)
        yield from ()

    launch = GpuTape((1,), (4,), total=np.zeros((), np.float32)).run(kernel).launch()
    assert [row.sectors for row in sectors(launch, "total")] == [1, 1]


# --- numbers for rows -----------------------------------------------------------------------------


def test_packed_numbers_are_ordered_as_the_rows() -> None:
    rng = np.random.default_rng(1)
    columns = [rng.integers(0, high, 200).astype(np.int32) for high in (3, 1, 7, 5)]
    key = packed(*columns)
    assert_array_equal(np.argsort(key, kind="stable"), np.lexsort(columns[::-1]))


def test_packed_numbers_fit_where_the_product_does_not() -> None:
    wide = np.array([0, MOST_KEY // 2, 5, MOST_KEY // 2], np.int64)
    key = packed(wide, wide, np.array([1, 0, 0, 1]))
    assert np.argsort(key).tolist() == [0, 2, 1, 3]
    assert len(set(key.tolist())) == 4


# --- the picture ----------------------------------------------------------------------------------


def test_the_picture_has_the_accesses_of_one_request_with_their_threads() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("A", t.x, t.y, 1.0)
        yield from ()

    launch = launched(kernel, (2, 2))
    drawn = warp_picture(launch, requests(launch).events(0), 1)
    assert drawn.lanes == ("(0,0)", "(1,0)", "(0,1)", "(1,1)")
    assert [(a.op, a.row, a.col) for a in drawn.accesses] == [
        ("W", 0, 0),
        ("W", 1, 0),
        ("W", 0, 1),
        ("W", 1, 1),
    ]
    assert (drawn.arrays[0].name, drawn.broken, drawn.expected) == ("A", 1, None)
    assert warp_picture(launch, [2], None).broken == -1


def test_a_thread_has_a_short_name_in_any_dimension() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield from ()

    assert lane_name(launched(kernel, (8,)), 5) == "(5)"
    assert lane_name(launched(kernel, (2, 2, 2)), 5) == "(1,0,1)"
