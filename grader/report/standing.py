"""Where a student stands in a bundle: points so far, what a person still has to do; pure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grader.checks.shares import decimal
from grader.outcome import WRITTEN_KEY, Record, Status, StudentReport, UnitReport


class Mark(Record, frozen=True):
    """What a person gave for a written answer."""

    points: str
    """An exact decimal, e.g. "3.5"."""
    comment: str = ""


Marks = Mapping[tuple[str, str], Mark]
"""By student and unit; a written answer without an entry is unmarked."""


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
    units = report.units
    known = [u.row.points for u in units if u.row.points]
    known += [mark.points for u in units if (mark := mark_of(report, u, marks))]
    possible = (Fraction(points) for u in units for points in u.points.values())
    return Standing(
        points=decimal(sum(map(Fraction, known), Fraction(0))),
        possible=decimal(sum(possible, Fraction(0))),
        not_judged=tuple(u.row.unit for u in units if not_judged(u)),
        unmarked=tuple(u.row.unit for u in units if unmarked(report, u, marks)),
    )


def not_judged(unit: UnitReport) -> bool:
    """Return whether some automatic points of a unit are still open."""
    return not unit.row.points or unit.row.status is Status.NOT_JUDGED


def unmarked(report: StudentReport, unit: UnitReport, marks: Marks) -> bool:
    """Return whether a unit's written answer waits for a person."""
    return unit.row.written == "answered" and mark_of(report, unit, marks) is None


def mark_of(report: StudentReport, unit: UnitReport, marks: Marks) -> Mark | None:
    """Return what a person gave for a unit's written answer, None while nobody did."""
    return marks.get((report.student, unit.row.unit)) if WRITTEN_KEY in unit.points else None
