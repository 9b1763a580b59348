"""A barrier that not all threads of a block come to, and where the others are instead."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.checks.access.gpu import barriers, decode_launch
from grader.outcome import Failure, Text
from tests.checks.access.gpu.tape import GpuTape, Kernel, Stop, Thread, where
from tests.checks.access.tape import failure


def ran(kernel: Kernel, grid: tuple[int, ...] = (1,), block: tuple[int, ...] = (4,)) -> GpuTape:
    return GpuTape(grid, block, C=np.zeros((4, 4), np.float32)).run(kernel)


def broken(tape: GpuTape) -> Failure:
    launch = tape.launch()
    found = failure(lambda: barriers(launch))
    assert all(found.why.text(lang) for lang in ("zh", "en"))  # type: ignore[arg-type]
    return found


def lines(found: Failure) -> list[int]:
    """Return the lines of a test's kernel that a failure shows."""
    numbers = {where(line)[0]: line for line in range(20)}
    return [numbers[text] for text in found.traceback]


# --- fine -----------------------------------------------------------------------------------------


def test_all_threads_meet_at_every_barrier() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for _ in range(3):
            yield t.syncthreads(line=2)
            yield t.syncthreads(line=4)

    barriers(ran(kernel, (2, 2), (2, 2)).launch())


def test_no_barrier_and_no_thread_waits() -> None:
    barriers(ran(lambda _: iter(())).launch())


def test_blocks_may_pass_different_barriers() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for _ in range(t.bx):
            yield t.syncthreads(line=2 + t.bx)

    barriers(ran(kernel, (3,)).launch())


def test_the_barriers_of_warps_are_no_barriers_of_the_block() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x < 2:
            yield t.pause()
        yield t.syncwarp()
        yield t.syncthreads()

    barriers(ran(kernel).launch())


# --- broken ---------------------------------------------------------------------------------------


def test_a_return_before_the_barrier() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("C", 0, t.x, line=1)
        if t.x < 3:
            yield t.syncthreads(line=3)
            t.write("C", 0, t.x, 1.0, line=4)

    found = broken(ran(kernel))
    assert found.why.id == "gpu.returned_early"
    assert found.why.args == {
        "count": 3,
        "threads": 4,
        "block": "0",
        "thread": "3",
        "line": "cell 1, line 3",
    }
    assert lines(found) == [3, 1]
    assert "of the 4 threads of block 0, 3 wait at the barrier in cell 1, line 3" in (
        found.why.text("en")
    )


def test_a_thread_that_left_no_trace_has_no_line() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x:
            yield t.syncthreads(line=3)

    assert lines(broken(ran(kernel))) == [3]


def test_a_loop_that_some_threads_leave_one_step_earlier() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for _ in range(2 + (t.y == 0)):
            yield t.syncthreads(line=5)

    found = broken(ran(kernel, (2, 1), (2, 2)))
    assert found.why.args["thread"] == "(0, 1)"
    assert found.why.args["count"] == 2
    # The thread was seen last in the same line: it is shown as often as it is meant.
    assert lines(found) == [5, 5]


def test_the_two_sides_of_a_branch() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield t.syncthreads(line=7 if t.x % 2 else 9) if t.x < 3 else t.syncthreads(line=9)

    found = broken(ran(kernel))
    assert found.why.id == "gpu.other_barrier"
    assert found.why.args["thread"] == "1"
    assert (found.why.args["line"], found.why.args["other"]) == ("cell 1, line 9", "cell 1, line 7")
    assert lines(found) == [9, 7]


def test_a_barrier_in_a_branch_that_some_skip_to_the_next() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x == 0:
            yield t.syncthreads(line=2)
        yield t.syncthreads(line=4)

    found = broken(ran(kernel))
    assert found.why.args["count"] == 3
    assert lines(found) == [4, 2]


def test_the_first_barrier_at_fault_is_named() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield t.syncthreads(line=1)
        if t.bx == 1 and t.x == 1:
            return
        yield t.syncthreads(line=2)
        if t.x == 0:
            yield t.syncthreads(line=3)

    forward = broken(ran(kernel, (2,)))
    assert (forward.why.args["block"], forward.why.args["line"]) == ("0", "cell 1, line 3")
    backward = GpuTape((2,), (4,)).run(kernel, blocks=(1, 0))
    assert broken(backward).why.args["line"] == "cell 1, line 2"


def test_the_hint_of_the_author_is_kept() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x:
            yield t.syncthreads()

    launch = ran(kernel).launch()
    assert failure(lambda: barriers(launch, hint=("甲", "A"))).hint == Text("甲", "A")


def test_a_launch_that_a_fault_ended_has_no_verdict() -> None:
    launch = decode_launch(ran(lambda _: iter(())).payload(finished=False))
    with pytest.raises(ValueError, match="no verdict about its barriers"):
        barriers(launch)
