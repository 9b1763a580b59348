"""What follows grading: marks into nbgrader's gradebook, a feedback page for every student.

Both write only what changed, so grading a class again costs what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import get_args

from grader.course import Bundle, Course
from grader.engine.classroom import Classroom
from grader.engine.feedback import write_feedback
from grader.engine.grade import Selection
from grader.engine.marks import given_marks
from grader.engine.stored import stored_reports
from grader.gradebook.record import record_bundle
from grader.messages import Lang, Message, say
from grader.outcome import StudentReport


@dataclass(frozen=True)
class Published:
    """What was written after grading."""

    messages: tuple[Message, ...]
    pages: int
    """Feedback pages that are up to date now."""


def publish(
    classroom: Classroom, course: Course, bundle: Bundle, reports: Sequence[StudentReport]
) -> Published:
    """Write gradebook and feedback for the students just graded.

    The gradebook needs nbgrader; without it the pages are written all the same, and a message says
    how to get it. Where only some units were graded, a page is written once all have results.

    Raises
    ------
    GraderError
        The gradebook holds what does not fit, or cannot be written.
    """
    langs = release_langs(classroom, bundle)
    messages: list[Message] = []
    if find_spec("nbgrader") is None:
        messages.append(say("publish.no_nbgrader"))
    else:
        recorded = record_bundle(classroom.folder, classroom.name, bundle, reports, langs)
        messages += recorded.messages
    whole = _whole(classroom, course, bundle, reports)
    feedback = bundle.units[0].feedback
    marks = given_marks(classroom.folder, bundle.id)
    pages = write_feedback(classroom, whole, langs, feedback, marks)
    if len(whole) < len(reports):
        messages.append(say("publish.partial", count=len(reports) - len(whole)))
    return Published(tuple(messages), len(pages))


def release_langs(classroom: Classroom, bundle: Bundle) -> tuple[Lang, ...]:
    """Return the languages of the last release, Chinese first."""
    released = classroom.release(bundle.id).release[-1].languages
    langs: tuple[Lang, ...] = get_args(Lang)
    return tuple(lang for lang in langs if lang in released)


def _whole(
    classroom: Classroom, course: Course, bundle: Bundle, reports: Sequence[StudentReport]
) -> Sequence[StudentReport]:
    """Return the reports over all released units; students with units still to grade left out."""
    released = {u for entry in classroom.release(bundle.id).release for u in entry.units}
    if all(len(r.units) == len(released) for r in reports):
        return reports
    names = [r.student for r in reports]
    stored = stored_reports(classroom, course, bundle, Selection(names))
    graded = {(r.student, u.row.unit) for r in reports for u in r.units}
    return [
        r
        for r in stored.reports
        if all(u.row.status != "NOT_JUDGED" or (r.student, u.row.unit) in graded for u in r.units)
    ]
