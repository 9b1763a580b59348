"""The class: the tiny course with tight limits, released, handed in by every case, graded."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from grader.course import load_course
from grader.engine.classroom import Classroom, ReleaseEntry, ReleaseFile
from grader.engine.grade import Grader, grade_bundle
from grader.engine.release import sentences
from grader.files import write_atomically
from grader.notebooks.build import Notebook, build_notebook
from grader.outcome import ClassReport, StudentReport
from tests.ugly.case import HONEST, UNIT, Case, Released, dumps

LINKED_STUDENT, LINKED_BUNDLE = "linked_student", "linked_bundle"
STRAYS = (".hidden", "no_bundle", "bundle_is_a_file", "a_file")
"""What lies in `submitted/` beside the folders of students."""
TINY = Path(__file__).parents[1] / "tiny_course"
BUNDLE = "b1_rooms"
LIMITS = """[limits]
cpu_s = 1
cell_cpu_s = 2
memory_mb = 256
output_kb = 64
"""


@dataclass(frozen=True)
class UglyClass:
    """A graded class."""

    classroom: Classroom
    report: ClassReport
    students: dict[str, StudentReport]


def grade_class(
    folder: Path,
    cases: Iterable[Case],
    rung: str,
    *,
    live: bool = False,
    during: Callable[[Classroom], AbstractContextManager[object]] = nullcontext,
) -> UglyClass:
    """Release to a new class in `folder`, hand in every case, and grade them all.

    They are read and judged inside `during`, a context made of the class.
    """
    course_root = folder / "course"
    shutil.copytree(TINY, course_root, ignore=shutil.ignore_patterns("__pycache__"))
    _tighten(course_root / "assignments" / "course.toml")
    course = load_course(course_root)
    classroom = Classroom.create(folder / "class", course_root)
    with Grader(course, rung, (classroom.folder,), jobs=2, live=live) as grader:
        released = _release(classroom, grader)
        for case in cases:
            _hand_in(classroom, case, released)
        _plant_strays(classroom, released)
        with during(classroom):
            report, students = grade_bundle(classroom, course.bundle(BUNDLE), grader)
    return UglyClass(classroom, report, {s.student: s for s in students})


def _tighten(course_file: Path) -> None:
    text = course_file.read_text("utf-8")
    tight = re.sub(r"\[limits\]\n(\w+ = \S+\n)+", LIMITS, text)
    assert tight != text
    course_file.write_text(tight, "utf-8")


def _release(classroom: Classroom, grader: Grader) -> Released:
    """Write a release down as `grader release` does, without validating the units again."""
    units = grader.course.bundle(BUNDLE).units
    built: dict[str, Notebook] = {}
    for unit, reply in grader.describe(units):
        public = {check.key for check in reply.checks if check.public}
        built[unit.id] = build_notebook(
            unit, ("zh", "en"), sentences(reply.checks), public, "2026.11.30"
        )
        path = classroom.folder / "source" / BUNDLE / f"{unit.id}.ipynb"
        write_atomically(path, dumps(built[unit.id]))
    entry = ReleaseEntry("2026.11.30", tuple(built), ("zh", "en"), "", {})
    classroom.add_release(ReleaseFile(BUNDLE, "0f" * 16), entry)
    return Released(built[UNIT], built[HONEST])


def _hand_in(classroom: Classroom, case: Case, released: Released) -> None:
    folder = classroom.folder / "submitted" / case.student / BUNDLE
    folder.mkdir(parents=True)
    (folder / f"{HONEST}.ipynb").write_bytes(dumps(released.honest()))
    case.plant(folder, released)


def _plant_strays(classroom: Classroom, released: Released) -> None:
    """Lead two students' folders to somebody's work, and leave other things beside them."""
    submitted = classroom.folder / "submitted"
    theirs = classroom.folder / "theirs" / BUNDLE
    theirs.mkdir(parents=True)
    (theirs / f"{HONEST}.ipynb").write_bytes(dumps(released.honest()))
    (submitted / LINKED_STUDENT).symlink_to(theirs.parent)
    (submitted / LINKED_BUNDLE).mkdir()
    (submitted / LINKED_BUNDLE / BUNDLE).symlink_to(theirs)
    hidden, no_bundle, bundle_is_a_file, a_file = (submitted / name for name in STRAYS)
    shutil.copytree(theirs.parent, hidden)
    no_bundle.mkdir()
    bundle_is_a_file.mkdir()
    (bundle_is_a_file / BUNDLE).touch()
    a_file.touch()
