"""What grading came to, put together: from work and verdicts to the records that reports read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from grader.course import Bundle, Unit
from grader.engine.plan import Job
from grader.engine.submissions import Work
from grader.gradebook.score import decimal, total
from grader.messages import Message
from grader.outcome import (
    AUTOMATIC_KEYS,
    WRITTEN_KEY,
    ClassReport,
    Status,
    StudentReport,
    StudentRow,
    UnitReport,
    UnitResult,
    UnitRow,
)

Results = Mapping[str, UnitResult | Message]
"""By job key: the verdicts, or why we could not judge."""


@dataclass(frozen=True)
class Graded:
    """One work with the job that judged it; None where there was nothing to judge."""

    work: Work
    unit: Unit
    job: Job | None


def class_report(
    bundle: Bundle, rung: str, graded: Sequence[Graded], results: Results
) -> ClassReport:
    """Return the class table of a bundle."""
    students = {g.work.student: [] for g in graded}  # type: dict[str, list[UnitRow]]
    for g in graded:
        students[g.work.student].append(unit_row(g, results))
    rows = tuple(StudentRow(student, tuple(units)) for student, units in students.items())
    return ClassReport(bundle.id, rung, rows)


def student_reports(
    bundle: Bundle, graded: Sequence[Graded], results: Results
) -> tuple[StudentReport, ...]:
    """Return one report per student, in the order of the class table."""
    students = {g.work.student: [] for g in graded}  # type: dict[str, list[UnitReport]]
    for g in graded:
        students[g.work.student].append(_unit_report(g, results))
    return tuple(
        StudentReport(student, bundle.id, bundle.title, tuple(units))
        for student, units in students.items()
    )


def unit_row(graded: Graded, results: Results) -> UnitRow:
    """Return the row of one student's unit."""
    work, unit, job = graded.work, graded.unit, graded.job
    automatic = (unit.points[key] for key in AUTOMATIC_KEYS if key in unit.points)
    row = UnitRow(
        unit.id,
        status=Status.UNANSWERED if not work.file else Status.ERROR,
        points="0",
        possible=decimal(sum(automatic, Fraction(0))),
        file=work.file,
        problem=work.problem,
        notes=work.notes,
        written=_written(unit, work),
    )
    if job is None:
        return row
    result = results[job.key]
    if isinstance(result, Message):
        return replace(row, status=Status.NOT_JUDGED, points="", problem=result, job=job.key)
    points = decimal(total(result.keys)) if all(k.points for k in result.keys) else ""
    return replace(row, status=result.status, points=points, job=job.key)


def _unit_report(graded: Graded, results: Results) -> UnitReport:
    result = results[graded.job.key] if graded.job is not None else None
    notebook = graded.work.notebook
    points = graded.unit.points
    return UnitReport(
        row=unit_row(graded, results),
        title=graded.unit.title,
        points={k: decimal(points[k]) for k in (*AUTOMATIC_KEYS, WRITTEN_KEY) if k in points},
        result=result if isinstance(result, UnitResult) else None,
        answer=notebook.written if notebook is not None and WRITTEN_KEY in points else None,
    )


def _written(unit: Unit, work: Work) -> str:
    if WRITTEN_KEY not in unit.points:
        return ""
    return "answered" if work.written else "empty"
