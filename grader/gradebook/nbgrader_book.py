"""Writing into nbgrader's own gradebook.db, with nbgrader's own code.

Only this module imports nbgrader, and only when something is written. nbgrader's update methods
commit one cell at a time; here a student is one transaction, so that a kill leaves each student as
before or as after.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.gradebook.backup import unwritable
from grader.gradebook.marks import BOOK

KERNEL = "use-grader-grade-instead-of-autograde"
"""The kernel that nbgrader is told to run submissions in. There is none of that name.

`nbgrader autograde` then stops with this name in its error, before it runs a student's code with a
marker's rights, and leaves all marks as they are.
"""


@dataclass(frozen=True)
class CellRow:
    """One released cell that nbgrader has to know."""

    grade_id: str
    kind: str
    source: str
    checksum: str
    locked: bool
    solution: bool
    points: float | None
    """None where nothing is graded."""


@dataclass(frozen=True)
class NotebookRow:
    """One unit's notebook."""

    unit: str
    cells: tuple[CellRow, ...]


@dataclass(frozen=True)
class GradeRow:
    """What grading says about one graded cell."""

    auto: float | None
    """Points by the checks; None where a person has to give them."""
    changed: bool = False
    """Whether what a person may have given points for is no longer what is there."""


@dataclass(frozen=True)
class SubmissionRow:
    """One student's bundle."""

    student: str
    timestamp: str
    """When it was handed in, as `timestamp.txt` says; "" if that is not known."""
    grades: Mapping[tuple[str, str], GradeRow]
    """By unit and grade id."""


def available() -> bool:
    """Return whether nbgrader is installed, without importing it."""
    return importlib.util.find_spec("nbgrader") is not None


def readable_time(text: str) -> bool:
    """Return whether nbgrader can read a timestamp; one that it cannot stops its whole list."""
    from nbgrader.utils import parse_utc

    try:
        parse_utc(text.strip())
    except (ValueError, TypeError, OverflowError):
        return False
    return True


def write_book(
    class_dir: Path,
    course_id: str,
    bundle: str,
    notebooks: Sequence[NotebookRow],
    submissions: Sequence[SubmissionRow],
) -> Iterator[str]:
    """Write a bundle's released cells, then students one by one; yield each student written.

    Raises
    ------
    GraderError
        The database is locked by another program, or its disk is full.
    """
    import sqlalchemy.exc
    from nbgrader.api import Gradebook

    path = class_dir / BOOK
    try:
        if not path.is_file() or path.stat().st_size == 0:
            _create(path, course_id)
        with Gradebook(f"sqlite:///{path}", course_id) as book:
            with _transaction(book.db):
                _put_assignment(book.db, course_id, bundle, notebooks)
            for submission in submissions:
                with _transaction(book.db):
                    _put_submission(book.db, bundle, submission)
                yield submission.student
    except sqlalchemy.exc.DatabaseError as error:
        raise unwritable(path, str(error.orig)) from None


def _create(path: Path, course_id: str) -> None:
    """Make an empty gradebook, whole or not at all."""
    from nbgrader.api import Gradebook

    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with _own_programs_first(), Gradebook(f"sqlite:///{part}", course_id):
        pass
    os.replace(part, path)


@contextmanager
def _own_programs_first() -> Iterator[None]:
    """Let nbgrader find `alembic`, which it calls by name, in an environment not activated."""
    before = os.environ.get("PATH")
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), before or os.defpath])
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before


@contextmanager
def _transaction(db: Any) -> Iterator[None]:
    from sqlalchemy import text

    # At once: between reading a mark and writing beside it no marker's click may come.
    db.execute(text("BEGIN IMMEDIATE"))
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _put_assignment(db: Any, course_id: str, bundle: str, notebooks: Sequence[NotebookRow]) -> None:
    from nbgrader import api

    assignment = _found(db, api.Assignment, name=bundle) or _added(
        db, api.Assignment(name=bundle, course_id=course_id)
    )
    for row in notebooks:
        kernel = {"name": KERNEL, "display_name": KERNEL, "language": "python"}
        notebook = _put(db, api.Notebook, name=row.unit, assignment_id=assignment.id)
        notebook.kernelspec = json.dumps(kernel)
        graded = {cell.grade_id for cell in row.cells if cell.points is not None}
        for gone in [c for c in notebook.grade_cells if c.name not in graded]:
            db.delete(gone)  # only where nobody has a mark: see `skeleton.refuse_changes`
        for cell in row.cells:
            _put_cell(db, notebook.id, cell)


def _put_cell(db: Any, notebook_id: str, cell: CellRow) -> None:
    from nbgrader import api

    where = {"name": cell.grade_id, "notebook_id": notebook_id}
    if cell.points is not None:
        values = {"max_score": cell.points, "cell_type": cell.kind}
        _put(db, api.GradeCell, values, **where)
    if cell.solution:
        _put(db, api.SolutionCell, **where)
    values = {
        "cell_type": cell.kind,
        "locked": cell.locked,
        "source": cell.source,
        "checksum": cell.checksum,
    }
    _put(db, api.SourceCell, values, **where)


def _put_submission(db: Any, bundle: str, row: SubmissionRow) -> None:
    from nbgrader import api
    from nbgrader.utils import parse_utc

    assignment = _found(db, api.Assignment, name=bundle)
    _put(db, api.Student, id=row.student)
    submission = _put(
        db, api.SubmittedAssignment, assignment_id=assignment.id, student_id=row.student
    )
    submission.timestamp = parse_utc(row.timestamp) if row.timestamp else None
    units = {unit for unit, _ in row.grades}
    for notebook in assignment.notebooks:
        if notebook.name in units:
            _put_notebook(db, submission.id, notebook, row)


def _put_notebook(db: Any, submission_id: str, notebook: Any, row: SubmissionRow) -> None:
    from nbgrader import api

    where = {"notebook_id": notebook.id, "assignment_id": submission_id}
    submitted = _put(db, api.SubmittedNotebook, **where)
    commented = {comment.cell_id for comment in submitted.comments}
    grades = {grade.cell_id: grade for grade in submitted.grades}
    for cell in notebook.solution_cells:
        if cell.id not in commented:
            db.add(api.Comment(cell_id=cell.id, notebook_id=submitted.id))
    for cell in notebook.grade_cells:
        given = row.grades[notebook.name, cell.name]
        grade = grades.get(cell.id)
        if grade is None:
            grade = api.Grade(cell_id=cell.id, notebook_id=submitted.id)
            db.add(grade)
        changed = given.changed or grade.auto_score != given.auto
        before = bool(grade.needs_manual_grade)
        grade.needs_manual_grade = waits(given, grade.manual_score, before, changed)
        grade.auto_score = given.auto


def waits(given: GradeRow, manual: float | None, before: bool, changed: bool) -> bool:
    """Return whether a graded cell waits for a person.

    Without a mark by a person it does if the checks gave none. Such a mark always stays; if what it
    was given for has changed, the person is asked to look again.
    """
    if manual is None:
        return given.auto is None
    return before or changed


def _put(db: Any, kind: Any, values: Mapping[str, Any] | None = None, /, **where: Any) -> Any:
    """Return the row of `kind` at `where` with these values, new if there was none."""
    row = _found(db, kind, **where)
    if row is None:
        return _added(db, kind(**where, **(values or {})))
    for name, value in (values or {}).items():
        setattr(row, name, value)
    return row


def _found(db: Any, kind: Any, **where: Any) -> Any:
    return db.query(kind).filter_by(**where).one_or_none()


def _added(db: Any, row: Any) -> Any:
    db.add(row)
    db.flush()
    return row
