"""Traffic: which line moves how much; shared memory that saves nothing is told apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.checks.access.gpu.launch import Launch
from grader.checks.access.gpu.traffic import traffic, uses_shared
from tests.checks.access.gpu.tape import GpuTape, Kernel, Stop, Thread
from tests.checks.access.tape import failure

T, N = 2, 4


def tiled(t: Thread) -> Iterator[Stop]:
    """Read A once for each tile of a product of 4 x 4 matrices, then only from shared memory."""
    row, col = t.by * T + t.y, t.bx * T + t.x
    for k0 in range(0, N, T):
        t.write("sA", t.y, t.x, t.read("A", row, k0 + t.x, line=3), line=3)
        yield t.syncthreads(line=4)
        for k in range(T):
            t.read("sA", t.y, k, line=6)
        yield t.syncthreads(line=7)
    t.write("C", row, col, 0.0, line=8)


def untiled(t: Thread) -> Iterator[Stop]:
    row, col = t.by * T + t.y, t.bx * T + t.x
    t.read("A", row, 0, line=2)
    for k in range(N):
        t.read("A", row, k, line=4)
    t.write("C", row, col, 0.0, line=8)
    yield from ()


def own_only(t: Thread) -> Iterator[Stop]:
    t.write("sA", t.y, t.x, t.read("A", t.y, t.x, line=3), line=4)
    yield t.syncthreads(line=5)
    t.read("sA", t.y, t.x, line=6)


def launched(kernel: Kernel, shared: bool = True) -> Launch:
    A, C = np.ones((N, N), np.float32), np.zeros((N, N), np.float32)
    tile = {"sA": (T, T)} if shared else None
    return GpuTape((N // T, N // T), (T, T), tile, A=A, C=C).run(kernel).launch()


# --- traffic --------------------------------------------------------------------------------------


def test_the_model_is_met() -> None:
    traffic(launched(tiled), reads={"A": N * N * N // T, "C": 0}, writes={"C": N * N, "A": 0})
    traffic(launched(tiled), reads={"A": 32}, writes={"C": 16}, at_most=False)
    traffic(launched(tiled), reads={"A": 99})
    traffic(launched(untiled))


def test_too_many_reads_are_listed_line_by_line() -> None:
    found = failure(lambda: traffic(launched(untiled), reads={"A": 32}))
    said = found.why.text("en")
    assert "reads of A by all threads of kernel is 80; at most 32 are allowed" in said
    assert "Most are at `part of line 4` (cell 1, line 4): 64" in said
    assert "read from global memory once" in said
    assert "最多允许 32 次" in found.why.text("zh")
    assert found.traceback == (
        "64 × cell 1, line 4, in kernel: source of line 4",
        "16 × cell 1, line 2, in kernel: source of line 2",
    )
    assert (found.got, found.expected) == ("80", "≤ 32")


def test_a_list_of_lines_is_short() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for line in range(1, 10):
            for _ in range(line):
                t.read("A", 0, 0, line=line)
        yield from ()

    found = failure(lambda: traffic(launched(kernel), reads={"A": 1}))
    counts = [line.partition(" ")[0] for line in found.traceback]
    assert counts == ["144", "128", "112", "96", "80", "64"]


def test_writes_are_demanded_too() -> None:
    found = failure(lambda: traffic(launched(tiled), writes={"C": 4}))
    assert "writes of C by all threads of kernel is 16; at most 4" in found.why.text("en")
    assert "global memory" not in found.why.text("en")


def test_never() -> None:
    found = failure(lambda: traffic(launched(tiled), writes={"C": 0}))
    assert found.why.text("en") == "kernel should make no writes of C, but its threads made 16."
    assert found.expected == "0"


def test_exactly() -> None:
    launch = launched(tiled)
    found = failure(lambda: traffic(launch, reads={"A": 33}, at_most=False))
    assert (found.got, found.expected) == ("32", "33")
    found = failure(lambda: traffic(launch, reads={"C": 1}, at_most=False))
    assert found.why.text("en") == "kernel made no reads of C (0); there should be exactly 1."
    assert found.traceback == ()


# --- shared memory --------------------------------------------------------------------------------


def test_what_others_brought_is_used() -> None:
    uses_shared(launched(tiled))


def test_no_shared_memory() -> None:
    found = failure(lambda: uses_shared(launched(untiled, shared=False)))
    assert found.why.id == "gpu.shared_none"


def test_declared_only() -> None:
    found = failure(lambda: uses_shared(launched(untiled)))
    assert "declares shared memory (sA) but never reads or writes it" in found.why.text("en")


def test_written_only() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", t.y, t.x, 1.0, line=3)
        yield t.syncthreads()

    found = failure(lambda: uses_shared(launched(kernel)))
    assert found.why.id == "gpu.shared_unread"
    assert found.traceback == ("16 × cell 1, line 3, in kernel: source of line 3",)


def test_read_only() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("sA", t.y, t.x, line=3)
        yield from ()

    assert failure(lambda: uses_shared(launched(kernel))).why.id == "gpu.shared_unwritten"


def test_what_is_read_before_it_is_written_is_no_use() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("sA", t.y, t.x, line=3)
        t.write("sA", t.y, t.x, 1.0, line=4)
        yield from ()

    assert failure(lambda: uses_shared(launched(kernel))).why.id == "gpu.shared_unread"


def test_each_thread_its_own() -> None:
    found = failure(lambda: uses_shared(launched(own_only)))
    assert "only what it wrote there itself (thread (0, 0) and sA[0, 0]" in found.why.text("en")
    assert "读自己写的元素" in found.why.text("zh")
    assert [line.partition(", in ")[0] for line in found.traceback] == [
        "cell 1, line 4",
        "cell 1, line 6",
    ]
    assert found.picture is not None
    assert [access.op for access in found.picture.accesses] == ["W", "R"]


@pytest.mark.parametrize("kernel", [tiled, own_only])
def test_another_block_is_another_shared_memory(kernel: Kernel) -> None:
    """The same thread numbers of two blocks write to the same places of their own tiles."""
    launch = launched(kernel)
    written = launch.last_write[launch.is_shared & ~launch.is_write]
    reads = (launch.is_shared & ~launch.is_write).nonzero()[0]
    assert (launch.block_number[written] == launch.block_number[reads]).all()
