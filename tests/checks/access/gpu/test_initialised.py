"""Shared memory begins as whatever was left there: reading it before a write is a mistake."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.checks.access.gpu import initialised
from grader.outcome import Text
from tests.checks.access.gpu.tape import GpuTape, Kernel, Stop, Thread, where
from tests.checks.access.tape import failure


def ran(kernel: Kernel, blocks: int = 1) -> GpuTape:
    C = np.zeros((2, 2), np.float32)
    return GpuTape((blocks,), (2, 2), {"sA": (2, 2)}, C=C).run(kernel)


def test_written_by_anybody_of_the_block() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", t.y, t.x, 0.0)
        yield t.syncthreads()
        t.read("sA", t.x, t.y)

    initialised(ran(kernel, 2).launch())


def test_global_memory_has_contents() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("C", 0, 0)
        return iter(())

    initialised(ran(kernel).launch())


def test_an_edge_of_the_tile_without_padding() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.y == 0:
            t.write("sA", t.y, t.x, 0.0, line=2)
        yield t.syncthreads()
        t.read("sA", t.y, t.x, line=4)

    launch = ran(kernel).launch()
    found = failure(lambda: initialised(launch, hint=("甲", "A")))
    assert found.why.text("en").startswith("thread (0, 1) of block 0 reads sA[1, 0], which this")
    assert "还没有写过它" in found.why.text("zh")
    assert (found.where, found.traceback) == ("sA[1, 0]", (where(4)[0],))
    assert found.hint == Text("甲", "A")
    assert found.picture is not None
    assert found.picture.lanes == ("(0,1)",)


def test_what_another_block_wrote_does_not_count() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.bx == 0:
            t.write("sA", t.y, t.x, 0.0)
        else:
            t.read("sA", t.y, t.x)
        return iter(())

    launch = ran(kernel, 2).launch()
    assert failure(lambda: initialised(launch)).why.args["block"] == "1"


def test_a_counter_that_nobody_cleared() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.add("sA", 0, 0, 1.0)
        return iter(())

    launch = ran(kernel).launch()
    assert failure(lambda: initialised(launch)).where == "sA[0, 0]"
