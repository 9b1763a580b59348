"""Points per student, unit and key as rows, and the rows as CSV or JSON; pure.

A row is marked provisional while anything of its student is still open: a check that we could not
judge, or a written answer that nobody has marked.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec

from grader.outcome import WRITTEN_KEY, Key, Record, Status, StudentReport, UnitReport
from grader.report.standing import NO_MARKS, Mark, Marks, key_points, key_status, mark_of, standing

BOM = "\ufeff"
"""Without it Excel takes a CSV file for the system's old code page and garbles Chinese names."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell starts that a spreadsheet runs, full-width forms included."""


class ExportRow(Record, frozen=True):
    """One key of one student's unit. Every field is always written."""

    bundle: str
    student: str
    unit: str
    key: Key
    status: str
    """A verdict; for written answers MARKED, UNMARKED or UNANSWERED."""
    points: str
    """An exact decimal; "" while it is open."""
    possible: str
    by: str
    """Who gave the points: "checks", "person" or nobody yet."""
    provisional: bool
    """Whether anything of this student in this bundle is open."""
    file: str
    """The file that counts; "" when nothing was handed in."""


def export_rows(reports: Sequence[StudentReport], marks: Marks = NO_MARKS) -> tuple[ExportRow, ...]:
    """Return one row per student, unit and key, in the order of the reports.

    Parameters
    ----------
    marks
        What people gave, which counts instead of what the checks gave.
    """
    return tuple(row for report in reports for row in _rows(report, marks))


def to_csv(rows: Sequence[ExportRow], *, bom: bool = False) -> str:
    """Return rows as CSV: every cell quoted, none of them a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(ExportRow.__struct_fields__)
    for row in rows:
        values = msgspec.structs.asdict(row) | {
            "provisional": "provisional" if row.provisional else ""
        }
        writer.writerow([inert(value) for value in values.values()])
    return (BOM if bom else "") + buffer.getvalue()


def to_json(rows: Sequence[ExportRow]) -> str:
    """Return rows as an indented JSON list."""
    return msgspec.json.format(msgspec.json.encode(rows), indent=1).decode() + "\n"


def inert(cell: str) -> str:
    """Return a cell that no spreadsheet runs: one that looks like a formula gets a leading `'`."""
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell


def _rows(report: StudentReport, marks: Marks) -> Iterator[ExportRow]:
    provisional = standing(report, marks).provisional
    for unit in report.units:
        for key, possible in unit.points.items():
            points = key_points(report, unit, key, marks)
            given = mark_of(report, unit, key, marks)
            yield ExportRow(
                bundle=report.bundle,
                student=report.student,
                unit=unit.row.unit,
                key=key,
                status=_status(unit, key, points, given),
                points=points,
                possible=possible,
                by="" if not points else "checks" if given is None else "person",
                provisional=provisional,
                file=unit.row.file,
            )


def _status(unit: UnitReport, key: Key, points: str, given: Mark | None) -> str:
    if key != WRITTEN_KEY:
        return key_status(unit, key).value
    if given is not None:
        return "MARKED"
    return Status.UNANSWERED.value if points else "UNMARKED"
