"""`grader why`: what a TA answers a student who asks about points, from the stored results."""

from __future__ import annotations

from typing import get_args

from grader.course import Course
from grader.engine.classroom import Classroom
from grader.engine.grade import Selection
from grader.engine.marks import given_marks
from grader.engine.stored import not_graded, stored_reports
from grader.errors import UsageError
from grader.messages import Lang, say
from grader.outcome import Key
from grader.report.reply import why_text


def why(
    classroom: Classroom, course: Course, student: str, unit_name: str, key: str | None, lang: Lang
) -> str:
    """Return a reply about one student's unit, or one key of it.

    Raises
    ------
    UsageError
        There is no such student, unit or key, the unit was not released, or it was not graded.
    """
    unit = course.unit(unit_name)
    bundle = course.bundle(unit.bundle)
    asked = _key(key)
    if key is not None and asked not in unit.points:
        known = say("usage.known", names=", ".join(unit.points))
        raise UsageError(say("feedback.no_key", unit=unit.id, key=key), known)
    students = classroom.students(bundle.id)
    if student not in students:
        known = say("usage.known", names=", ".join(students[:20]))
        raise UsageError(say("cli.no_student", name=student), known)
    stored = stored_reports(classroom, course, bundle, Selection((student,), (unit.id,)))
    report = next((r for r in stored.reports if r.units), None)
    if report is None:
        raise UsageError(say("feedback.not_released", unit=unit.id))
    if stored.missing:
        raise not_graded(classroom, bundle)
    marks = given_marks(classroom.folder, bundle.id)
    return why_text(report, unit.id, asked, lang, unit.feedback, marks)


def _key(name: str | None) -> Key | None:
    known: tuple[Key, ...] = get_args(Key)
    return next((key for key in known if key == name), None)
