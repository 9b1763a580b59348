"""`grader check`: a student's public checks on one notebook, in the best box there is."""

from __future__ import annotations

from pathlib import Path

from grader.box.intake import read_file
from grader.checks.salts import PUBLIC_SALT
from grader.course import Course, Unit, find_bundle_root, find_course_root, load_course
from grader.engine.grade import Grader
from grader.engine.submissions import Work, read_work
from grader.engine.worker import Reply
from grader.errors import BoxError, SubmissionError, UsageError
from grader.messages import say
from grader.notebooks.decode import MAX_BYTES
from grader.notebooks.read import read_notebook
from grader.outcome import UnitResult


def course_of(path: Path, root: Path | None = None) -> Course:
    """Return the bundle or course that a notebook belongs to.

    Raises
    ------
    UsageError
        Neither `root` nor a folder above the notebook is one.
    """
    found = root or find_bundle_root(path.parent) or find_course_root(path.parent)
    if found is None:
        raise UsageError(say("check.no_bundle", path=str(path)), say("self.no_bundle"))
    return load_course(found)


def open_work(path: Path, course: Course) -> tuple[Unit, Work]:
    """Return the unit a notebook answers and the work in it.

    Raises
    ------
    UsageError
        There is no such file, or nothing tells which unit it is.
    SubmissionError
        It is no notebook.
    """
    if not path.is_file():
        raise UsageError(say("check.no_file", path=str(path)))
    data = read_file(path.parent, path.name, max_bytes=MAX_BYTES)
    known = {u.id for u in course.units}
    unit_id = read_notebook(data, known, path.name).unit
    if unit_id is None:
        raise SubmissionError(say("notebook.unknown_unit", name=path.name))
    unit = course.unit(unit_id)
    return unit, read_work(data, path.name, unit, known)


def check_work(unit: Unit, work: Work, grader: Grader) -> UnitResult:
    """Return the verdicts of the public checks. BoxError when they could not be run."""
    job = grader.job(unit, work, PUBLIC_SALT, "public")
    reply = next((reply for _, reply in grader.judge([job])), Reply())
    if reply.result is None:
        raise BoxError(reply.failed or say("check.unplayed"))
    return reply.result
