"""Which part of a class a command is about, from what was typed."""

from __future__ import annotations

from grader.course import Bundle, Course
from grader.engine.classroom import Classroom
from grader.engine.grade import Selection
from grader.engine.roster import in_groups, read_roster
from grader.engine.since import parse_since
from grader.errors import UsageError
from grader.messages import say


def select(
    classroom: Classroom,
    course: Course,
    bundle: Bundle,
    students: tuple[str, ...],
    units: tuple[str, ...],
    groups: tuple[str, ...],
    since: str | None,
) -> Selection:
    """Return the selection; nothing named means everything.

    Raises
    ------
    UsageError
        A student, unit or group that is not there, or a time that is none.
    """
    known = classroom.students(bundle.id)
    for name in students:
        if name not in known:
            raise UsageError(
                say("cli.no_student", name=name), say("usage.known", names=", ".join(known[:20]))
            )
    chosen = set(students)
    if groups:
        grouped = set(in_groups(read_roster(classroom.folder), groups))
        chosen = chosen & grouped if students else grouped
        if not chosen & set(known):
            raise UsageError(say("roster.nobody", groups=", ".join(groups)))
    return Selection(
        students=tuple(sorted(chosen)),
        units=tuple(course.unit(name).id for name in units),
        since=parse_since(since) if since else None,
    )
