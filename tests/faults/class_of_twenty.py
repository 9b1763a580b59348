"""A class of twenty small submissions, no two alike, and what grading it leaves behind."""

from __future__ import annotations

import dataclasses
import os
import shutil
import sqlite3
from contextlib import closing
from itertools import cycle
from pathlib import Path

import msgspec

from grader.course import Course
from grader.engine.classroom import ClassFile, Classroom
from grader.engine.demo import answered
from grader.engine.fixtures import unit_fixtures
from tests.engine.tiny_class import BUNDLE

TINY = Path(__file__).parents[1] / "tiny_course"
STUDENTS = tuple(f"s{number:02}" for number in range(1, 21))
HANDED_IN = 1_790_000_000
"""When everything was handed in: marks and pages name that time, so each class needs the same."""
WRITTEN = ("results", "feedback", "autograded")
"""The folders that grading fills."""
_GRADES = """
SELECT submission.student_id, notebook.name, base_cell.name,
       grade.auto_score, grade.manual_score, grade.needs_manual_grade
  FROM grade
  JOIN base_cell ON base_cell.id = grade.cell_id
  JOIN submitted_notebook AS submitted ON submitted.id = grade.notebook_id
  JOIN notebook ON notebook.id = submitted.notebook_id
  JOIN submitted_assignment AS submission ON submission.id = submitted.assignment_id
"""
Row = tuple[object, ...]


def hand_in_twenty(classroom: Classroom, course: Course) -> None:
    """Write a notebook of each unit for each student: every fixture of the unit, in turn.

    A comment tells each from the others, so that each is judged by itself.
    """
    for unit in course.bundle(BUNDLE).units:
        blank = (classroom.folder / "source" / BUNDLE / f"{unit.id}.ipynb").read_bytes()
        for student, fixture in zip(STUDENTS, cycle(unit_fixtures(unit)), strict=False):
            *cells, last = fixture.cells
            own = dataclasses.replace(fixture, cells=(*cells, f"{last}\n# by {student}\n"))
            target = classroom.folder / "submitted" / student / BUNDLE / f"{unit.id}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(answered(blank, own))
            os.utime(target, (HANDED_IN, HANDED_IN))


def copy_of(folder: Path, to: Path) -> Path:
    """Copy a class, its times too; return the copy, which knows its course wherever it lies."""
    shutil.copytree(folder, to)
    data = msgspec.toml.encode(ClassFile(course=str(TINY), name="class"))
    (to / "class.toml").write_bytes(data)
    return to


def verdicts(folder: Path) -> dict[str, bytes]:
    """Return the stored results by the name of their file."""
    return {path.name: path.read_bytes() for path in (folder / "results").glob("*.json")}


def written(folder: Path) -> dict[str, bytes]:
    """Return every file that grading wrote, by its name in the class.

    Not among them: the gradebook, whose keys are drawn by chance (see `grades`), and what is
    remembered of how its file looked.
    """
    files = (path for name in WRITTEN for path in (folder / name).rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in files
        if path.name != "gradebook.left"
    }


def grades(folder: Path) -> list[Row]:
    """Return every row of marks in the gradebook, sorted: one that is there twice is twice here."""
    with closing(sqlite3.connect(folder / "gradebook.db")) as book:
        return sorted(book.execute(_GRADES).fetchall(), key=repr)
