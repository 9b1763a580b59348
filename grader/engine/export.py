"""`grader export`: the points of a class as CSV or JSON, from the stored results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grader.course import Bundle, Course
from grader.engine.classroom import Classroom
from grader.engine.grade import Selection
from grader.engine.marks import given_marks
from grader.engine.stored import stored_reports
from grader.report.export import ExportRow, export_rows, to_csv, to_json

Format = Literal["csv", "json"]


@dataclass(frozen=True)
class Exported:
    """The rows of a bundle."""

    rows: tuple[ExportRow, ...]
    missing: int
    """Works that have no result; their rows say NOT_JUDGED."""

    def text(self, form: Format, *, bom: bool = False) -> str:
        """Return the rows in a file format; `bom` lets Excel read a CSV file as UTF-8."""
        return to_csv(self.rows, bom=bom) if form == "csv" else to_json(self.rows)


def export_bundle(classroom: Classroom, course: Course, bundle: Bundle) -> Exported:
    """Return the points of every student, unit and key of a bundle.

    Raises
    ------
    UsageError
        The bundle was not released, or not graded.
    """
    stored = stored_reports(classroom, course, bundle, Selection())
    marks = given_marks(classroom.folder, bundle.id)
    return Exported(export_rows(stored.reports, marks), stored.missing)
