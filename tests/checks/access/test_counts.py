"""Counts: the first access too many is named, or the element that came too seldom."""

from __future__ import annotations

import numpy as np

from grader.checks import access
from grader.checks.access import AccessLog
from tests.checks.access.tape import Tape, failure, nest, product


def fused(n: int = 4, *, again: bool = False, skip: bool = False) -> AccessLog:
    """Return the log of z = x·x, perhaps with a second pass through z or without its end."""
    tape = Tape(out=("z",), x=np.ones(n, np.float32), z=np.full(n, np.nan, np.float32))
    for i in range(n - skip):
        tape.write("z", i, tape.read("x", i))
    for i in range(n if again else 0):
        tape.write("z", i, tape.read("z", i) * 2)
    return tape.log()


def test_totals() -> None:
    access.counts(fused(), "x", reads=4, writes=0)
    access.counts(fused(), "z", reads=0, writes=4)
    access.counts(fused(), "x", reads=9, at_most=True)
    access.counts(fused(), "z")


def test_a_total_that_is_passed_names_the_access_that_passed_it() -> None:
    found = failure(lambda: access.counts(fused(again=True), "z", writes=4))
    assert "the number of writes of z is 8; it should be exactly 4" in found.why.text("en")
    assert (found.where, found.got, found.expected) == ("z[0]", "8", "4")
    found = failure(lambda: access.counts(fused(), "x", reads=3, at_most=True))
    assert "at most 3 are allowed" in found.why.text("en")
    assert found.where == "x[3]"


def test_a_total_that_is_not_reached() -> None:
    found = failure(lambda: access.counts(fused(skip=True), "x", reads=4))
    assert (found.why.id, found.got, found.where) == ("access.count", "3", "")


def test_never() -> None:
    found = failure(lambda: access.counts(fused(again=True), "z", reads=0))
    assert found.why.text("en") == "z should see no reads, but access 9 (z[0]) is the first of 4."


def test_each_element_exactly_once() -> None:
    access.each(fused(), "x", reads=1, writes=0)
    access.each(fused(), "z", writes=1)
    found = failure(lambda: access.each(fused(again=True), "z", writes=1))
    assert "the number of writes of z[0] is 2" in found.why.text("en")
    assert found.picture is not None
    assert found.picture.accesses[found.picture.broken].op == "W"


def test_an_element_too_seldom_is_named_and_marked_as_missing() -> None:
    found = failure(lambda: access.each(fused(skip=True), "z", writes=1))
    assert (found.where, found.got) == ("z[3]", "0")
    assert found.picture is not None
    assert found.picture.broken == -1
    assert found.picture.expected is not None
    assert found.picture.expected.col == 3


def test_the_first_access_too_many_is_first_in_time_not_in_memory() -> None:
    tape = Tape(out=(), x=np.ones(3, np.float32))
    for place in (2, 1, 0, 2, 0, 1):
        tape.read("x", place)
    assert failure(lambda: access.each(tape.log(), "x", reads=1)).where == "x[2]"
    access.each(tape.log(), "x", reads=2)


def test_hoisting() -> None:
    access.hoisted(nest(product(3, 4, 2), "ikj", hoist=True), "A")
    found = failure(lambda: access.hoisted(nest(product(3, 4, 2), "ikj"), "A"))
    assert "reads A[0, 0] once more" in found.why.text("en")
    assert found.where == "A[0, 0]"
    assert "A[0, 0]" in found.why.text("zh")


def test_hoisting_asks_for_nothing_where_nothing_is_read() -> None:
    access.hoisted(nest(product(3, 0, 2), "ikj"), "A")


def test_an_output_is_written_before_it_is_read() -> None:
    access.written_before_read(nest(product(2, 3, 4), "kij"), "C")
    tape = product(2, 2, 1)
    tape.write("C", 0, 0, 0.0)
    tape.read("C", 0, 0)
    tape.read("C", 1, 0)
    tape.write("C", 1, 0, 0.0)
    found = failure(lambda: access.written_before_read(tape.log(), "C"))
    assert found.where == "C[1, 0]"
    assert "access 3 reads C[1, 0] before it was written" in found.why.text("en")


def test_a_negative_index_is_named_as_one() -> None:
    access.inside(nest(product(2, 2, 2), "ijk"))
    tape = product(3, 2, 2)
    tape.write("C", 0, 0, tape.read("A", 1, 1))
    tape.read("A", -1, 0)
    found = failure(lambda: access.inside(tape.log()))
    assert found.got == "A[-1, 0]"
    assert "access 3 uses a negative index, such as A[-1, 0]" in found.why.text("en")
    assert "A[2, 0]" in found.why.text("en")


def test_of_the_ways_to_write_a_negative_index_the_nearest_to_zero_is_shown() -> None:
    tape = Tape(out=(), A=np.ones((4, 3), np.float32))
    tape.read("A", 1, -1)
    assert failure(lambda: access.inside(tape.log())).got == "A[1, -1]"
