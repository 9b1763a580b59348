"""Names that Windows reserves, and archives: a class of such folders, published and read back.

Submissions are read in this process, by `read_bundle` and once more for the pages of the gradebook;
a worker gets the text of code cells, no path and no file. So the watch over this process, which
stands from before the first file is read until all is published, sees whatever opens an archive.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom
from grader.engine.export import export_bundle
from grader.engine.feedback import page_path
from grader.engine.grade import Selection
from grader.engine.publish import Published, publish
from grader.engine.stored import stored_reports
from grader.gradebook.marks import read_marks
from grader.messages import LANGS
from grader.outcome import Status, UnitRow
from tests.ugly import archives, reserved
from tests.ugly.archives import SLIPPED
from tests.ugly.case import HONEST, UNIT, Case
from tests.ugly.openers import Seen, watched
from tests.ugly.ugly_class import BUNDLE, LINKED_BUNDLE, LINKED_STUDENT, UglyClass, grade_class

CASES = (*archives.CASES, *reserved.CASES)
ADDED = "timestamp.txt"
"""All that is written into a submission, once: nbgrader's own file."""


@dataclass(frozen=True)
class Hostile:
    """The class, graded and published under the watch."""

    graded: UglyClass
    published: Published
    seen: Seen
    handed_in: frozenset[Path]
    """What lay in `submitted/` before anything was read."""

    @property
    def classroom(self) -> Classroom:
        return self.graded.classroom

    def row(self, student: str, unit: str = UNIT) -> UnitRow:
        return next(u.row for u in self.graded.students[student].units if u.row.unit == unit)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, best_rung: str) -> Hostile:
    seen, handed_in = Seen(), set[Path]()

    @contextmanager
    def under_watch(classroom: Classroom) -> Iterator[None]:
        handed_in.update((classroom.folder / "submitted").rglob("*"))
        with watched(seen):
            yield

    graded = grade_class(tmp_path_factory.mktemp("hostile"), CASES, best_rung, during=under_watch)
    course, reports = graded.classroom.course(), tuple(graded.students.values())
    with watched(seen):
        published = publish(graded.classroom, course, course.bundle(BUNDLE), reports)
    return Hostile(graded, published, seen, frozenset(handed_in))


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case.name)[:50])
def test_each_is_graded_or_told_what_to_hand_in(hostile: Hostile, case: Case) -> None:
    row = hostile.row(case.student)
    said = [*row.notes] if row.problem is None else [row.problem, *row.notes]
    assert (row.status, row.points) == (case.status, case.points)
    assert case.says <= {message.id for message in said}
    assert row.written == ("answered" if case.written else "empty")
    for lang in LANGS:
        assert all(message.text(lang).isprintable() for message in said)
        assert row.problem is None or any(".ipynb" in message.text(lang) for message in said)
    honest = hostile.row(case.student, HONEST)
    assert (honest.status, honest.points, honest.problem) == (Status.PASSED, "5", None)


def test_everyone_is_in_the_class_and_nobody_else(hostile: Hostile) -> None:
    students = {case.student for case in CASES}
    assert len(students) == len(CASES)
    assert hostile.graded.students.keys() == students | {LINKED_STUDENT, LINKED_BUNDLE}
    assert hostile.graded.report.not_judged == 0


# --- what is written, and read back ---------------------------------------------------------------


def test_everyone_has_a_page_of_their_own(hostile: Hostile) -> None:
    assert hostile.published.pages == len(CASES) + 2
    pages = [page_path(hostile.classroom.folder, case.student, BUNDLE) for case in CASES]
    assert len({page.stat().st_ino for page in pages}) == len(CASES)
    assert all(page.read_text("utf-8").startswith("<!doctype html>") for page in pages)


def test_results_are_found_again(hostile: Hostile) -> None:
    course = hostile.classroom.course()
    stored = stored_reports(hostile.classroom, course, course.bundle(BUNDLE), Selection())
    assert stored.reports == tuple(hostile.graded.students.values())


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_export_says_the_same(hostile: Hostile, form: str) -> None:
    course = hostile.classroom.course()
    exported = export_bundle(hostile.classroom, course, course.bundle(BUNDLE))
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(exported.text("csv"), newline="")))
    else:
        rows = json.loads(exported.text("json"))
    for case in CASES:
        mine = [r for r in rows if (r["student"], r["unit"]) == (case.student, UNIT)]
        assert {r["key"] for r in mine} == {"ex", "err", "claim", "wr"}
        assert sum(float(r["points"] or 0) for r in mine) == float(case.points)
        assert {r["file"] for r in mine} == {hostile.row(case.student).file}


@pytest.mark.skipif(find_spec("nbgrader") is None, reason="there is no gradebook to write")
def test_the_gradebook_has_everyone(hostile: Hostile) -> None:
    marks = read_marks(hostile.classroom.folder, BUNDLE)
    for case in CASES:
        mine = {key: mark for key, mark in marks.items() if key[:2] == (case.student, UNIT)}
        assert sum(mark.auto or 0 for mark in mine.values()) == float(case.points)
        assert any(mark.waits for mark in mine.values()) == case.written
        page = hostile.classroom.folder / "autograded" / case.student / BUNDLE / f"{UNIT}.ipynb"
        assert page.is_file() == bool(hostile.row(case.student).file)


# --- archives stay closed -------------------------------------------------------------------------


def test_nothing_is_opened_and_no_program_is_asked_to(hostile: Hostile) -> None:
    assert hostile.seen.openers == []
    assert hostile.seen.programs == {sys.executable}  # the workers, which see no file


def test_no_member_lies_anywhere(hostile: Hostile) -> None:
    submitted = hostile.classroom.folder / "submitted"
    now = {p for p in submitted.rglob("*") if p.name != ADDED}
    assert now == hostile.handed_in
    assert not list(hostile.classroom.folder.parent.rglob(f"*{SLIPPED}*"))
    for above in (Path.cwd() / "x", hostile.classroom.folder):
        assert not [p for folder in above.parents for p in folder.glob(f"*{SLIPPED}*")]


def test_no_box_gets_an_archive(hostile: Hostile) -> None:
    """A job covers all that a worker is told: of an archive there is none, or the honest one."""
    honest = hostile.row(reserved.STUDENTS[0]).job
    assert honest
    assert {hostile.row(case.student).job for case in archives.INSTEAD} == {""}
    assert {hostile.row(case.student).job for case in archives.BESIDE} == {honest}
