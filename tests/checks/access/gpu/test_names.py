"""Shared memory that a box could only count is called as the source calls it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.checks.access.gpu import Launch, decode_launch
from grader.checks.access.gpu.initialised import initialised
from tests.checks.access.gpu.tape import GpuTape, Stop, Thread
from tests.checks.access.tape import failure


def kernel(t: Thread) -> Iterator[Stop]:
    """Write once to shared memory behind C, then read twice."""
    t.write("shared1", t.x, 1.0, line=2)
    yield t.syncthreads(line=3)
    for _ in range(2):
        t.read("shared1", 1 - t.x, line=4)


def launched(*segments: str, **shared: tuple[int, ...]) -> Launch:
    """Return a launch whose lines 2, 3, 4 have these pieces of source."""
    C = np.zeros(2, np.float32)
    tape = GpuTape((1,), (2,), {"shared1": (2,), **shared}, C=C).run(kernel)
    lines = [f"cell 1, line {n}, in kernel: source" for n in (2, 3, 4)]
    return decode_launch(tape.payload(sites=tuple(zip(lines, segments, strict=True))))


def names(launch: Launch) -> list[str]:
    return [array.name for array in launch.arrays]


def test_the_name_is_that_of_most_accesses() -> None:
    """A device function filled it under the name of its own parameter."""
    launch = launched("tile[x]", "cuda.syncthreads()", "甲[1 - x]")
    assert names(launch) == ["C", "甲"]
    assert launch.at(0) == "甲[0]"


def test_a_place_without_a_subscript_is_passed_over() -> None:
    assert names(launched("tile[x]", "", "cuda.atomic.add(h, x, 1)")) == ["C", "tile"]
    assert names(launched("a.b[x]", "", "(a if x else b)[x]")) == ["C", "shared1"]


def test_no_two_arrays_get_one_name() -> None:
    launch = launched("b[x]", "", "b[1 - x]", b=(4,))
    assert names(launch) == ["C", "b (2)", "b"]
    assert names(launched("C[x]", "", "C[x]")) == ["C", "C (2)"]


def test_what_nobody_touches_keeps_its_number() -> None:
    assert names(launched("a[x]", "", "a[x]", shared2=(4,))) == ["C", "a", "shared2"]


@pytest.mark.parametrize("name", ["shared7", "tile"])
def test_a_name_that_the_student_gave_stays(name: str) -> None:
    def reads(t: Thread) -> Iterator[Stop]:
        t.read(name, t.x, line=2)
        yield from ()

    launch = GpuTape((1,), (2,), {name: (2,)}, C=np.zeros(2, np.float32)).run(reads).launch()
    assert names(launch) == ["C", name]


def test_a_sentence_says_what_the_student_wrote() -> None:
    def reads(t: Thread) -> Iterator[Stop]:
        t.read("shared1", t.x, line=2)
        yield from ()

    tape = GpuTape((1,), (2,), {"shared1": (2,)}, C=np.zeros(2, np.float32)).run(reads)
    launch = decode_launch(tape.payload(sites=(("cell 1, line 2, in kernel: n = b[x]", "b[x]"),)))
    found = failure(lambda: initialised(launch))
    assert "reads b[0], which this block has not written yet" in found.why.text("en")
    assert found.where == "b[0]"
