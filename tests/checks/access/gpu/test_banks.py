"""Banks: a column of a 32 x 32 tile is 32 requests, one more column in each row makes it one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.checks.access.gpu.banks import bank_conflicts, no_bank_conflicts
from grader.checks.access.gpu.launch import Launch
from tests.checks.access.gpu.tape import GpuTape, Stop, Thread
from tests.checks.access.tape import failure

WRITE, READ = 2, 4


def transposed(cols: int, rows: int = 32, *, dtype: str = "float32", threads: int = 32) -> Launch:
    """Return a block that writes row 0 of a shared tile and then reads column 0."""

    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", 0, t.x, 1.0, line=WRITE)
        yield t.syncthreads(line=3)
        t.read("sA", t.x, 0, line=READ)

    return GpuTape((1,), (threads,), {"sA": (rows, cols)}, dtype).run(kernel).launch()


def degrees(launch: Launch) -> list[tuple[bool, int, float]]:
    return [(row.is_write, row.worst, row.mean) for row in bank_conflicts(launch)]


def test_a_row_has_no_conflict_and_a_column_32() -> None:
    assert degrees(transposed(32)) == [(True, 1, 1.0), (False, 32, 32.0)]


def test_a_padded_row_puts_a_column_into_all_banks() -> None:
    assert degrees(transposed(33)) == [(True, 1, 1.0), (False, 1, 1.0)]
    no_bank_conflicts(transposed(33))


def test_half_the_columns_are_half_the_conflict() -> None:
    """Elements of rows that are 48 words long lie in banks 0 and 16 by turns."""
    assert degrees(transposed(48))[1] == (False, 16, 16.0)


def test_doubles_go_half_a_warp_at_a_time() -> None:
    """16 doubles fill all banks: a row is free of conflict, a column of 16 threads meets in one."""
    assert degrees(transposed(32, dtype="float64")) == [(True, 1, 1.0), (False, 16, 16.0)]
    assert degrees(transposed(33, dtype="float64")) == [(True, 1, 1.0), (False, 1, 1.0)]


def test_small_elements_share_a_word() -> None:
    assert degrees(transposed(32, dtype="int8"))[0] == (True, 1, 1.0)
    # Rows of 32 bytes are 8 words long: banks 0, 8, 16 and 24.
    assert degrees(transposed(32, dtype="int8"))[1] == (False, 8, 8.0)
    # Rows of two bytes: two elements of a column lie in one word.
    assert degrees(transposed(4, rows=4, dtype="int8", threads=4))[1] == (False, 1, 1.0)


def test_the_same_word_for_all_is_no_conflict() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", t.x, 0, 1.0)
        yield t.syncthreads()
        t.read("sA", 0, 0, line=READ)
        t.read("sA", t.x % 2, 0, line=READ + 1)

    launch = GpuTape((1,), (2,), {"sA": (2, 32)}).run(kernel).launch()
    assert degrees(launch) == [(True, 2, 2.0), (False, 1, 1.0), (False, 2, 2.0)]


def test_the_mean_is_over_all_requests() -> None:
    """Every thread reads along its own row in the first pass, one row together in the second."""

    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", 0, t.x, 1.0)
        yield t.syncthreads()
        for row in (t.x, 0):
            t.read("sA", row, 0, line=READ)

    launch = GpuTape((1,), (32,), {"sA": (32, 32)}).run(kernel).launch()
    assert degrees(launch)[1] == (False, 32, 16.5)


def test_a_conflict_names_the_line_the_bank_and_two_elements() -> None:
    found = failure(lambda: no_bank_conflicts(transposed(32)))
    said = found.why.text("en")
    assert "`part of line 4` (cell 1, line 4), 32 threads of one warp want words of bank 0" in said
    assert "32 of them different (sA[0, 0] and sA[1, 0], for example)" in said
    assert "one more column" in said
    assert "bank 冲突" in found.why.text("zh")
    assert (found.got, found.expected) == ("32", "≤ 1")
    assert found.traceback == ("cell 1, line 4, in kernel: source of line 4",)
    assert found.picture is not None
    assert found.picture.arrays[0].name == "sA"
    assert (found.picture.broken, len(found.picture.lanes)) == (1, 32)


def test_the_bank_is_the_one_that_is_asked_for_most() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("s", t.x if t.x < 2 else 3 + 32 * (t.x - 2), 1.0)
        yield from ()

    launch = GpuTape((1,), (5,), {"s": (128,)}).run(kernel).launch()
    found = failure(lambda: no_bank_conflicts(launch))
    said = found.why.text("en")
    assert "3 threads of one warp want words of bank 3 at once, 3 of them different" in said
    assert "(s[3] and s[35], for example)" in said
    assert "one more column" not in said
    assert found.picture is not None
    assert found.picture.broken == 3


def test_how_many_are_allowed() -> None:
    no_bank_conflicts(transposed(48), most=16)
    assert failure(lambda: no_bank_conflicts(transposed(48), most=15)).expected == "≤ 15"


@pytest.mark.parametrize("threads", [1, 4])
def test_global_memory_has_no_banks(threads: int) -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("A", t.x, 0)
        yield from ()

    launch = GpuTape((1,), (threads,), A=np.zeros((4, 32), np.float32)).run(kernel).launch()
    assert bank_conflicts(launch) == ()
    no_bank_conflicts(launch)
