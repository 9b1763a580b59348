"""What nbgrader's gradebook.db says, read without nbgrader, whose import alone takes 5 CPU seconds.

Reading changes nothing, not even a database of an older nbgrader, which opening it with nbgrader
would. So every reason to refuse is found here, before anything is written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.errors import GraderError
from grader.messages import say

BOOK = "gradebook.db"

_MARKS = """
SELECT submission.student_id, notebook.name, base_cell.name,
       grade.auto_score, grade.manual_score, grade.extra_credit, grade.needs_manual_grade,
       (SELECT comment.manual_comment FROM comment
          JOIN base_cell AS answer ON answer.id = comment.cell_id
         WHERE comment.notebook_id = submitted.id AND answer.name = base_cell.name)
  FROM grade
  JOIN base_cell ON base_cell.id = grade.cell_id
  JOIN submitted_notebook AS submitted ON submitted.id = grade.notebook_id
  JOIN notebook ON notebook.id = submitted.notebook_id
  JOIN submitted_assignment AS submission ON submission.id = submitted.assignment_id
  JOIN assignment ON assignment.id = submission.assignment_id
 WHERE assignment.name = ?
"""
_PARTS = """
SELECT notebook.name, base_cell.name, grade_cells.max_score,
       (SELECT count(*) FROM submitted_notebook WHERE notebook_id = notebook.id)
  FROM notebook
  JOIN assignment ON assignment.id = notebook.assignment_id
  LEFT JOIN (base_cell JOIN grade_cells ON grade_cells.id = base_cell.id)
    ON base_cell.notebook_id = notebook.id
 WHERE assignment.name = ?
"""


@dataclass(frozen=True)
class Mark:
    """What the gradebook holds for one graded cell of one student."""

    auto: float | None
    """Points by the checks."""
    manual: float | None
    """Points given by a person; they count instead."""
    extra: float | None
    """Points a person added."""
    waits: bool
    """Whether the cell waits for a person."""
    comment: str | None
    """What a person wrote; only answers can have one."""

    @property
    def points(self) -> float | None:
        """Return the points as nbgrader adds them up, None where there are none yet."""
        given = self.auto if self.manual is None else self.manual
        return None if given is None else given + (self.extra or 0.0)


@dataclass(frozen=True)
class Parts:
    """The graded cells of one notebook in the gradebook."""

    points: Mapping[str, float]
    """Grade id -> the points it is worth."""
    submissions: int


Marks = Mapping[tuple[str, str, str], Mark]
"""By student, unit and grade id (`<unit>-<key>`)."""


def read_marks(class_dir: Path, bundle: str) -> Marks:
    """Return all marks of a bundle; none where there is no gradebook yet.

    Raises
    ------
    GraderError
        The gradebook is damaged, of another version, or held by another program.
    """
    with _reading(class_dir / BOOK) as book:
        rows = book.execute(_MARKS, (bundle,)).fetchall() if book is not None else []
    return {
        (student, unit, cell): Mark(auto, manual, extra, bool(waits), comment)
        for student, unit, cell, auto, manual, extra, waits, comment in rows
    }


def read_parts(class_dir: Path, bundle: str) -> Mapping[str, Parts]:
    """Return the notebooks of a bundle in the gradebook; raises as `read_marks` does."""
    with _reading(class_dir / BOOK) as book:
        rows = book.execute(_PARTS, (bundle,)).fetchall() if book is not None else []
    parts: dict[str, Parts] = {}
    for unit, cell, points, submissions in rows:
        known = parts[unit].points if unit in parts else {}
        parts[unit] = Parts(known if cell is None else {**known, cell: points}, submissions)
    return parts


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """Yield a connection that changes no row; None where there is no table yet."""
    if not path.is_file():
        yield None
        return
    try:
        # Not mode=ro: a reader has to roll back what a killed writer left half done.
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as book:
            book.execute("PRAGMA query_only = ON")
            (tables,) = book.execute("SELECT count(*) FROM sqlite_master").fetchone()
            yield book if tables else None
    except sqlite3.Error as error:
        # Nothing is wrong with a book that is busy: who is told to put a backup in its place for
        # that loses what the other program is about to write.
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            held = say("gradebook.locked", path=str(path), detail=str(error))
            raise GraderError(held, say("gradebook.busy_hint")) from None
        raise GraderError(
            say("gradebook.unreadable", path=str(path), detail=str(error)),
            say("gradebook.unreadable_hint"),
        ) from None
