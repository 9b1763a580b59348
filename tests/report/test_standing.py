"""Points so far, and what keeps them from being final."""

from __future__ import annotations

from grader.messages import say
from grader.outcome import Status
from grader.report.standing import (
    NO_MARKS,
    Mark,
    key_points,
    marks_of,
    problem,
    standing,
    verdict,
    written_state,
)
from tests.report.small_reports import WRONG, check, report, unit, unread

WRITTEN = {"prop": "3", "wr": "4"}


def test_automatic_points_add_up_and_are_final() -> None:
    one = unit([check("a"), check("b", Status.WRONG, WRONG)])
    two = unit([check()], name="q14_plain", points={"ex": "1", "prop": "2.5"})
    now = standing(report(one), NO_MARKS)
    assert (now.points, now.possible, now.provisional) == ("1.5", "3", False)
    assert standing(report(one, two), NO_MARKS).possible == "6.5"


def test_a_check_that_was_not_judged_leaves_its_key_open() -> None:
    now = standing(report(unit([check("a"), check("b", Status.NOT_JUDGED)])), NO_MARKS)
    assert (now.points, now.not_judged) == ("0", ("q13_message_batches",))
    assert now.provisional


def test_a_key_without_a_verdict_is_open_and_no_zero() -> None:
    half = unit([check()])
    given = report(unit([check(key="ex")], points={"prop": "3"}))
    assert key_points(report(half), half, "trace", NO_MARKS) == ""
    assert standing(given, NO_MARKS).not_judged == ("q13_message_batches",)


def test_a_written_answer_is_open_until_a_person_marks_it() -> None:
    student = report(unit([check()], points=WRITTEN, written="answered", answer="因为…"))
    assert standing(student, NO_MARKS).unmarked == ("q13_message_batches",)
    marks = {("李雷", "q13_message_batches", "wr"): Mark("3.5")}
    now = standing(student, marks)
    assert (now.points, now.possible, now.provisional) == ("6.5", "7", False)


def test_an_empty_answer_needs_nobody() -> None:
    now = standing(report(unit([check()], points=WRITTEN, written="empty", answer="")), NO_MARKS)
    assert (now.points, now.provisional) == ("3", False)


def test_a_persons_mark_counts_instead_of_the_checks_and_closes_the_key() -> None:
    open_ = unit([check("a"), check("b", Status.NOT_JUDGED)])
    marks = {("李雷", "q13_message_batches", "prop"): Mark("2", "看过代码。")}
    now = standing(report(open_), marks)
    assert (now.points, now.provisional) == ("2", False)
    assert marks_of(report(open_), open_, marks) == {"prop": Mark("2", "看过代码。")}


def test_another_students_mark_is_not_theirs() -> None:
    marks = {("韩梅梅", "q13_message_batches", "prop"): Mark("2")}
    assert standing(report(unit([check()])), marks).points == "3"


def test_a_file_that_cannot_be_read_is_named_and_costs_its_unit() -> None:
    lost = unread(say("notebook.empty", name="q13.ipynb"))
    assert verdict(lost) == ("✗", say("feedback.unreadable"))
    assert standing(report(lost), NO_MARKS).points == "0"
    assert written_state(lost, None) is None


def test_nothing_handed_in_is_said_so() -> None:
    missing = unread(say("work.missing", file="q13.ipynb"), file="")
    assert verdict(missing) == ("–", say("feedback.missing"))
    assert problem(missing) == say("work.missing", file="q13.ipynb")


def test_why_we_could_not_judge_stays_with_us() -> None:
    ours = unread(say("course.toml", detail="test_hidden.py: SECRET"), status=Status.NOT_JUDGED)
    assert problem(ours) == say("feedback.not_judged")
    assert standing(report(ours), NO_MARKS).not_judged == ("q13_message_batches",)


def test_each_state_of_a_written_answer() -> None:
    def state(written: str, answer: str | None, given: Mark | None = None) -> str:
        message = written_state(
            unit([check()], points=WRITTEN, written=written, answer=answer), given
        )
        return message.id if message is not None else ""

    assert state("answered", "因为") == "feedback.written_waiting"
    assert state("answered", "因为", Mark("4")) == "feedback.marked"
    assert state("empty", "") == "feedback.written_empty"
    assert state("empty", None) == "feedback.written_gone"
    assert written_state(unit([check()]), None) is None
