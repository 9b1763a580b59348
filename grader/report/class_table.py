"""The class as a table: one row a student, one column a unit, what needs a person below."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from grader.checks.lines import mark
from grader.messages import Lang, say
from grader.outcome import ClassReport, Status, StudentRow, UnitRow
from grader.report.terminal import shown_name, table


def print_class(report: ClassReport, folder: Path, lang: Lang) -> None:
    """Print the class table of a bundle to standard output."""
    from rich.console import Console

    console = Console(highlight=False)
    for line in heading(report, lang):
        console.print(line, markup=False)
    console.print(class_table(report, lang))
    console.print(say("report.legend").text(lang), markup=False)
    for line in remarks(report, folder, lang):
        console.print(line, markup=False)


def class_table(report: ClassReport, lang: Lang) -> object:
    """Return the table of points and marks."""
    units = [row.unit for row in report.students[0].units] if report.students else []
    head = [say("report.student").text(lang), *(u.split("_")[0] for u in units)]
    head.append(say("report.total").text(lang))
    return table(head, (_cells(student) for student in report.students))


def heading(report: ClassReport, lang: Lang) -> Iterator[str]:
    """Yield what was graded, and a warning where nothing was isolated."""
    handed_in = sum(bool(row.file) for row in report.rows)
    yield say(
        "report.class",
        bundle=report.bundle,
        students=len(report.students),
        units=handed_in,
        rung=report.rung,
    ).text(lang)
    if report.rung == "D":
        yield say("report.not_isolated").text(lang)


def remarks(report: ClassReport, folder: Path, lang: Lang) -> Iterator[str]:
    """Yield every file that could not be read or matched, and what was not judged."""
    for student in report.students:
        for row in student.units:
            # That nothing was handed in is in the table already.
            if row.problem is not None and row.problem.id != "work.missing":
                yield say(
                    "report.problem",
                    student=shown_name(student.student),
                    unit=row.unit,
                    why=row.problem,
                ).text(lang)
    if report.not_judged:
        path = str(folder / "results")
        yield say("report.not_judged", count=report.not_judged, path=path).text(lang)
    yield say("report.saved", path=str(folder / "results")).text(lang)


def _cells(student: StudentRow) -> list[str]:
    known = [row for row in student.units if row.points]
    total = sum((Fraction(row.points) for row in known), Fraction(0))
    shown = f"{float(total):g}" + ("" if len(known) == len(student.units) else "?")
    return [shown_name(student.student), *(_cell(row) for row in student.units), shown]


def _cell(row: UnitRow) -> str:
    if not row.file:
        return "–"
    written = " w" if row.written == "answered" else ""
    points = row.points or "?"
    unread = row.problem is not None and row.status is not Status.NOT_JUDGED
    sign = "✗" if unread else mark(row.status)
    return f"{points}/{row.possible} {sign}{written}"
