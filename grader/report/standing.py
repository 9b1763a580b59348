"""Where a student stands in a bundle: points, verdicts, what a person still has to do; pure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from msgspec.structs import replace

from grader.checks.lines import mark
from grader.checks.shares import decimal
from grader.messages import Message, say
from grader.outcome import WRITTEN_KEY, Key, Record, Status, StudentReport, UnitReport


class Mark(Record, frozen=True):
    """What a person gave for one key; it counts instead of what the checks gave."""

    points: str
    """An exact decimal, e.g. "3.5"."""
    comment: str = ""


Marks = Mapping[tuple[str, str, Key], Mark]
"""By student, unit and key, what people gave; a written answer without an entry is unmarked."""
NO_MARKS: Marks = MappingProxyType({})


class Standing(Record, frozen=True):
    """One student's points in a bundle."""

    points: str
    """What is known so far."""
    possible: str
    not_judged: tuple[str, ...]
    """Units with a verdict that is still ours to give."""
    unmarked: tuple[str, ...]
    """Units with a written answer that waits for a person."""

    @property
    def provisional(self) -> bool:
        """Return whether the points may still grow without the student doing anything."""
        return bool(self.not_judged or self.unmarked)


def standing(report: StudentReport, marks: Marks) -> Standing:
    """Return the points of a student and what is missing from them."""
    points, possible = Fraction(0), Fraction(0)
    not_judged, unmarked = [], []
    for unit in report.units:
        of_unit = {key: key_points(report, unit, key, marks) for key in unit.points}
        points += sum(map(Fraction, filter(None, of_unit.values())), Fraction(0))
        possible += sum(map(Fraction, unit.points.values()), Fraction(0))
        if any(not given for key, given in of_unit.items() if key != WRITTEN_KEY):
            not_judged.append(unit.row.unit)
        if of_unit.get(WRITTEN_KEY) == "":
            unmarked.append(unit.row.unit)
    return Standing(decimal(points), decimal(possible), tuple(not_judged), tuple(unmarked))


def unit_standing(report: StudentReport, unit: UnitReport, marks: Marks) -> Standing:
    """Return the same for one unit alone."""
    return standing(replace(report, units=(unit,)), marks)


def key_points(report: StudentReport, unit: UnitReport, key: Key, marks: Marks) -> str:
    """Return the points of one key, "" while they are open."""
    given = mark_of(report, unit, key, marks)
    if given is not None:
        return given.points
    if key == WRITTEN_KEY:
        return "" if unit.row.written == "answered" else "0"
    if unit.result is not None:
        # A key that the result lacks has not been judged.
        return next((k.points for k in unit.result.keys if k.key == key), "")
    return "" if unit.row.status is Status.NOT_JUDGED else "0"


def key_status(unit: UnitReport, key: Key) -> Status:
    """Return the verdict of one automatic key."""
    if unit.result is None:
        return unit.row.status
    found = (k.status for k in unit.result.keys if k.key == key)
    return next(found, Status.NOT_JUDGED)


def mark_of(report: StudentReport, unit: UnitReport, key: Key, marks: Marks) -> Mark | None:
    """Return what a person gave for a key, None while nobody did."""
    return marks.get((report.student, unit.row.unit, key))


def marks_of(report: StudentReport, unit: UnitReport, marks: Marks) -> dict[Key, Mark]:
    """Return what people gave for the keys of a unit."""
    found = ((key, mark_of(report, unit, key, marks)) for key in unit.points)
    return {key: given for key, given in found if given is not None}


def verdict(unit: UnitReport) -> tuple[str, Message]:
    """Return the verdict on a unit as one character and as words."""
    if not unit.row.file:
        return "–", say("feedback.missing")
    if unit.result is None and unit.row.status is not Status.NOT_JUDGED:
        return "✗", say("feedback.unreadable")
    return mark(unit.row.status), say(f"status.{unit.row.status.value}")


def problem(unit: UnitReport) -> Message | None:
    """Return why nothing of a unit could be judged, as far as it concerns the student."""
    if unit.row.status is Status.NOT_JUDGED and unit.result is None:
        # The reason is ours and may name files of the course.
        return say("feedback.not_judged")
    return unit.row.problem


def written_state(unit: UnitReport, given: Mark | None) -> Message | None:
    """Return what became of a written answer; None where there is no notebook or no such key."""
    if WRITTEN_KEY not in unit.points:
        return None
    possible = unit.points[WRITTEN_KEY]
    if given is not None:
        return say("feedback.marked", points=given.points, possible=possible)
    if unit.row.written == "answered":
        return say("feedback.written_waiting", possible=possible)
    if unit.result is None and unit.answer is None:
        return None
    if unit.answer is None:
        return say("feedback.written_gone", possible=possible)
    return say("feedback.written_empty", possible=possible)
