"""The class as a table: one row a student, one column a unit, what needs a person below."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from grader.checks.lines import mark
from grader.messages import Lang, say
from grader.outcome import ClassReport, Status, StudentRow, UnitRow
from grader.report.terminal import shown_name, table

if TYPE_CHECKING:
    from rich.table import Table


def print_class(report: ClassReport, folder: Path, lang: Lang) -> None:
    """Print the class table of a bundle to standard output."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(highlight=False)
    whole = class_table(report, lang)
    # Where the terminal is too narrow a cell would be cut in the middle of a number.
    unbounded = console.options.update(max_width=10_000)
    shown = whole
    if Measurement.get(console, unbounded, whole).maximum > console.width:
        shown = class_table(report, lang, narrow=True)
    for line in heading(report, lang):
        console.print(line, markup=False)
    # Where even that is too wide the terminal breaks the lines, and no column is lost.
    least = Measurement.get(console, unbounded, shown).minimum
    Console(highlight=False, width=max(console.width, least)).print(shown)
    console.print(say("report.legend").text(lang), markup=False)
    for line in remarks(report, folder, lang):
        console.print(line, markup=False)


def class_table(report: ClassReport, lang: Lang, *, narrow: bool = False) -> Table:
    """Return the table of points and marks; `narrow` has the possible points in its head only."""
    units = report.students[0].units if report.students else ()
    names = [row.unit.split("_")[0] for row in units]
    if narrow:
        names = [f"{name}\n/{row.possible}" for name, row in zip(names, units, strict=True)]
    head = [say("report.student").text(lang), *names, say("report.total").text(lang)]
    rows = [_cells(student, narrow) for student in report.students]
    grid = table(head, rows)
    if narrow:
        grid.padding = (0, 1, 0, 0)
        # rich takes width from every column alike; a number keeps its digits on one line.
        for column, cells in zip(grid.columns[1:], list(zip(*rows, strict=True))[1:], strict=True):
            column.min_width = max(len(word) for cell in cells for word in cell.split())
    return grid


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


def _cells(student: StudentRow, narrow: bool) -> list[str]:
    known = [row for row in student.units if row.points]
    total = sum((Fraction(row.points) for row in known), Fraction(0))
    shown = f"{float(total):g}" + ("" if len(known) == len(student.units) else "?")
    return [shown_name(student.student), *(_cell(row, narrow) for row in student.units), shown]


def _cell(row: UnitRow, narrow: bool) -> str:
    if not row.file:
        return "–"
    written = " w" if row.written == "answered" else ""
    points = row.points or "?"
    unread = row.problem is not None and row.status is not Status.NOT_JUDGED
    sign = "✗" if unread else mark(row.status)
    return f"{points}{'' if narrow else f'/{row.possible}'} {sign}{written}"
