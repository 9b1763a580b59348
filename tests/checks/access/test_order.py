"""Sequences: the first access that is out of order is named, and the one that should have come."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import access
from grader.checks.access import AccessLog
from grader.outcome import PictureAccess
from tests.checks.access.tape import Tape, failure


def reads(*indices: tuple[int, int]) -> AccessLog:
    """Return the log of some reads of B, 3 x 2, with reads of A in between."""
    tape = Tape(out=(), A=np.ones((1, 1), np.float32), B=np.ones((3, 2), np.float32))
    for index in indices:
        tape.read("A", 0, 0)
        tape.read("B", *index)
    return tape.log()


ROWS = [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_right_order_by_places_or_by_indices() -> None:
    access.order(reads(*ROWS), "B", ROWS)
    access.order(reads(*ROWS), "B", [0, 1, 2, 3])
    access.order(reads(), "B", [])


def test_the_first_read_out_of_order_is_named() -> None:
    found = failure(lambda: access.order(reads((0, 0), (1, 0), (0, 1), (1, 1)), "B", ROWS))
    assert found.why.text("en") == ("of the reads of B, number 2 is B[1, 0]; it should be B[0, 1].")
    assert found.why.text("zh") == "对 B 的第 2 次读取是 B[1, 0]，应当是 B[0, 1]。"
    assert (found.got, found.expected) == ("B[1, 0]", "B[0, 1]")
    assert found.picture is not None
    assert found.picture.broken == 1
    assert found.picture.accesses[1] == PictureAccess(0, "R", 1, 0)
    assert found.picture.expected == PictureAccess(0, "R", 0, 1)


def test_one_too_many_and_one_too_few() -> None:
    found = failure(lambda: access.order(reads(*ROWS, (2, 1)), "B", ROWS))
    assert "number 5 (B[2, 1]) is one too many" in found.why.text("en")
    found = failure(lambda: access.order(reads(*ROWS[:3]), "B", ROWS))
    assert "number 4 is missing: it should be B[1, 1]" in found.why.text("en")
    assert found.picture is not None
    assert found.picture.broken == -1


def test_repeats_in_a_row_count_once_where_that_is_asked() -> None:
    repeated = reads((0, 0), (0, 0), (0, 1), (0, 1), (0, 1), (1, 0), (1, 1))
    access.order(repeated, "B", ROWS, collapse_repeats=True)
    assert "number 2 is B[0, 0]" in failure(lambda: access.order(repeated, "B", ROWS)).why.text(
        "en"
    )
    back = reads((0, 0), (0, 1), (0, 0), (1, 0), (1, 1))
    found = failure(lambda: access.order(back, "B", ROWS, collapse_repeats=True))
    assert found.got == "B[0, 0]"


def test_writes_have_an_order_of_their_own() -> None:
    tape = Tape(C=np.zeros((1, 3), np.float32))
    for j in (0, 2, 1):
        tape.read("C", 0, 0)
        tape.write("C", 0, j, 1.0)
    access.order(tape.log(), "C", [0, 2, 1], "writes")
    found = failure(lambda: access.order(tape.log(), "C", [0, 1, 2], "writes"))
    assert "of the writes of C, number 2 is C[0, 2]" in found.why.text("en")
    assert found.picture is not None
    assert found.picture.expected == PictureAccess(0, "W", 0, 1)
    access.order(tape.log(), "C", [0, 0, 0, 2, 0, 1], "accesses")


def test_a_hint_is_passed_on() -> None:
    found = failure(lambda: access.order(reads(), "B", [0], hint=("看循环", "look at the loops")))
    assert found.hint is not None
    assert found.hint.text("zh") == "看循环"


@pytest.mark.parametrize("places", [[6], [-1], [[0, 0, 0]]])
def test_an_author_who_asks_for_what_is_not_there_is_told(places: list[int]) -> None:
    with pytest.raises(ValueError, match="B"):
        access.order(reads(*ROWS), "B", places)


# --- strides --------------------------------------------------------------------------------------


def column_by_column(step: int) -> AccessLog:
    """Return the log of b, flat, read as columns of a 3 x 4 matrix, or with another step."""
    tape = Tape(out=(), b=np.ones(12, np.float32))
    for j in range(3):
        for k in range(3):
            tape.read("b", j + step * k)
    return tape.log()


def test_runs_of_one_stride() -> None:
    access.strides(column_by_column(4), "b", stride=4, run=3)


def test_another_stride_is_named_with_the_step() -> None:
    found = failure(lambda: access.strides(column_by_column(1), "b", stride=4, run=3))
    assert "from b[0] to the next, b[1], the step in memory is 1 elements" in found.why.text("en")
    assert (found.where, found.got, found.expected) == ("b[1]", "1", "4")
    assert found.picture is not None
    assert found.picture.expected == PictureAccess(0, "R", 0, 4)


def test_a_run_that_is_not_finished() -> None:
    found = failure(lambda: access.strides(column_by_column(4), "b", stride=4, run=2))
    assert found.where == "b[1]"  # 8 to 1: the runs are not of two
    tape = Tape(out=(), b=np.ones(12, np.float32))
    for place in (0, 4, 8, 1, 5):
        tape.read("b", place)
    found = failure(lambda: access.strides(tape.log(), "b", stride=4, run=3))
    assert "groups of 3, but the last group has only 2" in found.why.text("en")


def test_the_next_element_of_a_stride_may_lie_outside() -> None:
    tape = Tape(out=(), b=np.ones(4, np.float32))
    tape.read("b", 3)
    tape.read("b", 0)
    found = failure(lambda: access.strides(tape.log(), "b", stride=4, run=2))
    assert found.picture is not None
    assert found.picture.expected is None
