"""Coalescing: the threads that jump are named, and what it costs; what is right passes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.checks.access.gpu.coalescing import coalesced, sectors_at_most
from grader.checks.access.gpu.launch import Launch
from tests.checks.access.gpu.tape import GpuTape, Kernel, Stop, Thread
from tests.checks.access.gpu.test_requests import naive
from tests.checks.access.tape import failure


def launched(kernel: Kernel, block: tuple[int, ...], M: int = 5, N: int = 7) -> Launch:
    """Launch one block of `kernel` on an M x N array."""
    return GpuTape((1,), block, A=np.zeros((M, N), np.float32)).run(kernel).launch()


def guarded(t: Thread) -> Iterator[Stop]:
    """Read an element of a 5 x 7 array in each thread that has one."""
    if t.y < 5 and t.x < 7:
        t.read("A", t.y, t.x)
    yield from ()


def test_neighbours_at_neighbouring_elements_pass() -> None:
    coalesced(naive(), "A")
    coalesced(naive(), "B", steps=(1,))
    coalesced(naive(), "C", steps=(1,))
    coalesced(naive(dtype="float64"), "C", steps=(1,))
    coalesced(launched(guarded, (8, 8)), "A", steps=(1,))


def test_swapped_axes_are_named_with_both_threads_and_the_cost() -> None:
    found = failure(lambda: coalesced(naive(swapped=True), "C"))
    said = found.why.text("en")
    assert "thread 0 accesses C[0, 0] and thread 1 accesses C[1, 0], 32 elements apart" in said
    assert (
        "32 threads moves 32 sectors of 32 bytes; side by side, the same data would fill 4" in said
    )
    assert "exactly one row of C: threadIdx.x went into the row index" in said
    assert "part of line 6" in said
    assert found.traceback == ("cell 1, line 6, in kernel: source of line 6",)
    assert (found.got, found.expected) == ("32", "0 / 1")
    assert "threadIdx.x 用到了行下标上" in found.why.text("zh")
    assert found.picture is not None
    assert (found.picture.broken, len(found.picture.lanes)) == (1, 32)


def test_a_small_block_shows_the_cause_where_no_sector_is_wasted() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", t.x, t.y)
        yield from ()

    found = failure(lambda: coalesced(launched(kernel, (2, 2), M=2, N=2), "A"))
    said = found.why.text("en")
    assert "thread (0, 0) accesses A[0, 0] and thread (1, 0) accesses A[1, 0]" in said
    assert "sectors" not in said
    assert "went into the row index" in said


def test_the_same_element_is_one_step_where_it_is_allowed() -> None:
    found = failure(lambda: coalesced(naive(), "A", steps=(1,)))
    assert "should touch the element that follows" in found.why.text("en")
    assert "went into the row index" not in found.why.text("en")
    assert (found.got, found.expected) == ("0", "1")


def test_rows_of_a_block_may_lie_apart_and_threads_at_their_ends_may_rest() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if 1 <= t.x < 4:
            t.read("A", 2 * t.y, t.x)
        yield from ()

    coalesced(launched(kernel, (5, 3)), "A", steps=(1,))


def test_threads_between_may_rest_where_the_others_still_lie_side_by_side() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x % 2 == 0:
            t.read("A", t.y, t.x // 2)
        yield from ()

    coalesced(launched(kernel, (4, 3)), "A", steps=(1,))


def test_every_second_thread_with_two_elements_each_is_a_stride_of_two() -> None:
    """No thread that takes part has a neighbour: those that rest are no excuse."""

    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x % 2 == 0:
            for column in (t.x, t.x + 1):
                t.write("A", t.y, column, 1.0, line=4)
        yield from ()

    found = failure(lambda: coalesced(launched(kernel, (4, 3)), "A"))
    said = found.why.text("en")
    assert "thread (0, 0) accesses A[0, 0] and thread (2, 0) accesses A[0, 2], 2 elements" in said
    assert (found.got, found.expected) == ("2", "0 / 1")


def test_the_same_pairs_from_every_thread_are_a_stride_of_two() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for column in (2 * t.x, 2 * t.x + 1):
            t.read("A", t.y, column)
        yield from ()

    assert failure(lambda: coalesced(launched(kernel, (3, 2)), "A")).got == "2"


def test_a_thread_that_comes_by_more_often_is_compared_pass_by_pass() -> None:
    """As in a loop over the grid: the first threads of a row have one element more."""

    def kernel(t: Thread) -> Iterator[Stop]:
        for column in range(t.x, 7, 4):
            t.read("A", t.y, column)
        yield from ()

    coalesced(launched(kernel, (4, 2)), "A", steps=(1,))


def test_going_backwards_is_a_jump() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", t.y, 6 - t.x)
        yield from ()

    assert failure(lambda: coalesced(launched(kernel, (3, 3)), "A")).got == "-1"


def test_the_worst_request_is_shown() -> None:
    """Two requests jump; the second wastes more."""

    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", 0, 2 * t.x, line=2)
        t.read("A", t.x, 0, line=3)
        yield from ()

    launch = launched(kernel, (8,), M=8, N=16)
    found = failure(lambda: coalesced(launch, "A"))
    assert found.traceback == ("cell 1, line 3, in kernel: source of line 3",)
    assert "8 sectors of 32 bytes; side by side, the same data would fill 1" in found.why.text("en")


def test_a_hint_is_passed_on() -> None:
    found = failure(lambda: coalesced(naive(swapped=True), "C", hint=("看 x", "look at x")))
    assert found.hint is not None
    assert found.hint.en == "look at x"


# --- sectors --------------------------------------------------------------------------------------


def test_few_sectors_pass() -> None:
    for name in "ABC":
        sectors_at_most(naive(), name, factor=1.0)
        sectors_at_most(naive(dtype="float64"), name, factor=1.0)


@pytest.mark.parametrize(("dtype", "fewest"), [("float32", 4), ("float64", 8)])
def test_swapped_axes_move_too_many(dtype: str, fewest: int) -> None:
    launch = naive(swapped=True, dtype=dtype)
    found = failure(lambda: sectors_at_most(launch, "C"))
    said = found.why.text("en")
    assert f"moves 1024 in all, where the data used would fill {32 * fewest} side by side" in said
    assert f"32 threads, 32 sectors where {fewest} would do" in said
    assert "扇区" in found.why.text("zh")
    assert (found.got, found.expected) == ("1024", f"≤ {64 * fewest}")
    assert found.traceback == ("cell 1, line 6, in kernel: source of line 6",)
    assert found.picture is not None
    assert found.picture.broken == 1


def test_how_many_is_the_factor() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", 0, 3 + t.x)
        yield from ()

    launch = launched(kernel, (32,), M=1, N=64)
    sectors_at_most(launch, "A", factor=1.25)
    found = failure(lambda: sectors_at_most(launch, "A", factor=1.2))
    assert (found.got, found.expected) == ("5", "≤ 4.8")
    assert found.picture is not None
    assert found.picture.broken == -1


def test_an_array_that_was_not_passed_is_the_authors_mistake() -> None:
    with pytest.raises(ValueError, match="no array 'D'"):
        coalesced(naive(), "D")
