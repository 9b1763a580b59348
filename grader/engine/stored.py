"""What grading came to, read back from the store: nothing runs, nothing is written, no lock.

A job's key covers the walls it ran behind, and a class may be looked at on another machine than the
one that graded it: a result is looked for under every rung, the strongest first.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from grader.box import Rung
from grader.course import Bundle, Course
from grader.engine.classroom import Classroom
from grader.engine.grade import Grader, Selection, read_bundle
from grader.engine.plan import Job
from grader.engine.rows import Graded, student_reports
from grader.engine.store import ResultStore
from grader.errors import UsageError
from grader.messages import Message, say
from grader.outcome import StudentReport, UnitResult


@dataclass(frozen=True)
class Stored:
    """Reports made of stored results."""

    reports: tuple[StudentReport, ...]
    missing: int
    """Works without a result: never graded, or not judged. Their reports say NOT_JUDGED."""


def stored_reports(
    classroom: Classroom, course: Course, bundle: Bundle, selection: Selection
) -> Stored:
    """Return the reports of a bundle as far as it was graded.

    Raises
    ------
    UsageError
        There are works, and no result for any of them.
    """
    store = classroom.results
    with Grader(course, Rung.A) as grader:  # starts no worker: it only names the jobs
        graded = read_bundle(classroom, bundle, grader, selection)
    found: list[Graded] = []
    results: dict[str, UnitResult | Message] = {}
    missing = judged = 0
    for g in graded:
        job = g.job
        if job is not None:
            job, result = _find(job, store)
            results[job.key] = say("feedback.no_result") if result is None else result
            missing += result is None
            judged += result is not None
        found.append(Graded(g.work, g.unit, job))
    if missing and not judged:
        raise not_graded(classroom, bundle)
    return Stored(student_reports(bundle, found, results), missing)


def not_graded(classroom: Classroom, bundle: Bundle) -> UsageError:
    """Return the error that says what to run first."""
    hint = say("feedback.grade_first_hint", bundle=bundle.id, path=str(classroom.folder))
    return UsageError(say("feedback.grade_first", bundle=bundle.id), hint)


def _find(job: Job, store: ResultStore) -> tuple[Job, UnitResult | None]:
    for rung in Rung:
        candidate = replace(job, rung=rung.value)
        result = store.get(candidate.key)
        if result is not None:
            return candidate, result
    return job, None
