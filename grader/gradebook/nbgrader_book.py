"""Writing into nbgrader's own gradebook.db, with nbgrader's own code.

nbgrader is imported only when something is written. nbgrader's update methods
commit one cell at a time; here a batch of students is one transaction, so that a kill leaves each
student as before or as after, and the disk is waited for once a batch.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sqlite3
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader.files import part_of
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
    from grader.gradebook.nbgrader_models import parse_utc

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
    batches: Iterable[Sequence[SubmissionRow]],
) -> Iterator[Sequence[SubmissionRow]]:
    """Write a bundle's released cells, then students batch by batch; yield each batch written.

    A marker's click waits while a batch is written, for a second or so: see `record.NOTEBOOKS`.

    Raises
    ------
    GraderError
        The database is locked by another program, or its disk is full.
    """
    import sqlalchemy.exc

    from grader.gradebook.nbgrader_models import api

    path = class_dir / BOOK
    try:
        if not path.is_file() or path.stat().st_size == 0:
            _create(path, course_id)
        with api.Gradebook(f"sqlite:///{path}", course_id) as book:
            with _transaction(book.db):
                _put_assignment(book.db, course_id, bundle, notebooks)
            for batch in batches:
                with _transaction(book.db):
                    _put_submissions(book.db, bundle, batch)
                yield batch
    except sqlalchemy.exc.DatabaseError as error:
        raise unwritable(path, str(error.orig)) from None
    except sqlite3.Error as error:
        raise unwritable(path, str(error)) from None


def _create(path: Path, course_id: str) -> None:
    """Make an empty gradebook, whole or not at all."""
    from grader.gradebook.nbgrader_models import api

    part = part_of(path)
    part.unlink(missing_ok=True)
    try:
        _name_version(part)
        with _own_programs_first(), api.Gradebook(f"sqlite:///{part}", course_id):
            pass
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _name_version(part: Path) -> None:
    """Write into an empty database of which version it is, as nbgrader does in a new one.

    nbgrader asks the program `alembic` for that, which takes 4 CPU seconds, unless the database has
    a table already. Where nbgrader's migrations are not as expected it may ask all the same.
    """
    head = newest_version()
    if head:
        with closing(sqlite3.connect(part)) as book, book:
            book.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            book.execute("INSERT INTO alembic_version (version_num) VALUES (?)", (head,))


@cache
def newest_version() -> str:
    """Return the newest version in nbgrader's migrations; "" where that is not one version."""
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    from grader.gradebook.nbgrader_models import api

    folder = Path(api.__file__).parent / "alembic"
    try:
        heads = ScriptDirectory(str(folder)).get_heads()
    except CommandError:
        return ""
    return heads[0] if len(heads) == 1 else ""


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
    from grader.gradebook.nbgrader_models import api

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
    from grader.gradebook.nbgrader_models import api

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


def _put_submissions(db: Any, bundle: str, rows: Sequence[SubmissionRow]) -> None:
    """Write students level by level, each level looked up and written at once for all of them."""
    from grader.gradebook.nbgrader_models import api, parse_utc

    assignment = _found(db, api.Assignment, name=bundle)
    names = [row.student for row in rows]
    have = db.query(api.Student.id).filter(api.Student.id.in_(names))
    known = {name for (name,) in have}
    _add(db, [api.Student(id=name) for name in names if name not in known])
    kind = api.SubmittedAssignment
    of_these = db.query(kind).filter(
        kind.assignment_id == assignment.id, kind.student_id.in_(names)
    )
    submissions = {submission.student_id: submission for submission in of_these}
    new = {
        name: kind(assignment_id=assignment.id, student_id=name)
        for name in names
        if name not in submissions
    }
    submissions |= new
    for row in rows:
        timestamp = parse_utc(row.timestamp) if row.timestamp else None
        submissions[row.student].timestamp = timestamp
    _add(db, list(new.values()))
    _put_notebooks(db, assignment.notebooks, {row.student: row for row in rows}, submissions)


def _put_notebooks(
    db: Any,
    notebooks: Sequence[Any],
    rows: Mapping[str, SubmissionRow],
    submissions: Mapping[str, Any],
) -> None:
    from grader.gradebook.nbgrader_models import api

    kind = api.SubmittedNotebook
    ids = [submission.id for submission in submissions.values()]
    of_these = kind.assignment_id.in_(ids)
    found = {(s.assignment_id, s.notebook_id): s for s in db.query(kind).filter(of_these)}
    wanted = [
        (rows[student], submission.id, notebook)
        for student, submission in submissions.items()
        for notebook in notebooks
        if any(unit == notebook.name for unit, _ in rows[student].grades)
    ]
    new = {
        (submission, notebook.id): kind(assignment_id=submission, notebook_id=notebook.id)
        for _, submission, notebook in wanted
        if (submission, notebook.id) not in found
    }
    _add(db, list(new.values()))
    found |= new
    inside = db.query(api.Comment.notebook_id, api.Comment.cell_id).join(
        kind, kind.id == api.Comment.notebook_id
    )
    commented = {tuple(comment) for comment in inside.filter(of_these)}
    given = db.query(api.Grade).join(kind, kind.id == api.Grade.notebook_id).filter(of_these)
    grades = {(grade.notebook_id, grade.cell_id): grade for grade in given}
    for row, submission, notebook in wanted:
        submitted = found[submission, notebook.id].id
        for cell in notebook.solution_cells:
            if (submitted, cell.id) not in commented:
                db.add(api.Comment(cell_id=cell.id, notebook_id=submitted))
        for cell in notebook.grade_cells:
            grade = grades.get((submitted, cell.id))
            if grade is None:
                grade = api.Grade(cell_id=cell.id, notebook_id=submitted)
                db.add(grade)
            _put_grade(grade, row.grades[notebook.name, cell.name])


def _put_grade(grade: Any, given: GradeRow) -> None:
    """Write what the checks gave; what a person gave is left alone."""
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
    _add(db, [row])
    return row


def _add(db: Any, rows: Sequence[Any]) -> None:
    db.add_all(rows)
    db.flush()
