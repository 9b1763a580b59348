"""Grade a bundle of a class: read, plan, run what is not in the store yet, report.

Every result is stored the moment it is there, so a killed run resumes where it was, and what it
writes at the end depends on the stored records alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from msgspec.structs import replace

from grader.course import Bundle, Course, Unit
from grader.engine.classroom import Classroom
from grader.engine.fingerprint import grader_fingerprint, hash_parts, unit_fingerprint
from grader.engine.plan import Job, Scope
from grader.engine.pool import Pool
from grader.engine.store import ResultStore
from grader.engine.submissions import Work, read_works
from grader.engine.worker import Reply, Request, Setup
from grader.gradebook.score import decimal, total
from grader.messages import Message, say
from grader.outcome import (
    AUTOMATIC_KEYS,
    ClassReport,
    Status,
    StudentRow,
    UnitResult,
    UnitRow,
)

Progress = Callable[[int, int, str], None]
"""Called with (done, all, what just finished)."""


@dataclass(frozen=True)
class Selection:
    """Which part of a class to grade; empty means all."""

    students: Collection[str] = ()
    units: Collection[str] = ()


class Grader:
    """Grades with one pool of workers; a context manager.

    Parameters
    ----------
    course
        The course whose checks run.
    rung
        The walls every box must have, proved before.
    secrets
        Folders that no box may show.
    """

    def __init__(
        self, course: Course, rung: str, secrets: Sequence[Path] = (), jobs: int | None = None
    ) -> None:
        self.course = course
        self.rung = rung
        hidden = (course.root / "assignments", course.root / "solutions", *secrets)
        setup = Setup(str(course.root), rung, tuple(str(p) for p in hidden))
        self._pool = Pool(setup, jobs)
        self._lone = Pool(setup, 1)

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()
        self._lone.close()

    def job(self, unit: Unit, work: Work, salt: str, scope: Scope = "all") -> Job:
        """Return the job that judges one student's work."""
        if work.notebook is None or work.answers is None:
            raise ValueError(f"{work.unit}: there is nothing to judge")
        return Job(
            unit=unit.id,
            salt=salt,
            rung=self.rung,
            cells=tuple((c.position, c.source) for c in work.notebook.code),
            unanswered=tuple(sorted(work.answers.trivial)),
            defined_in=dict(sorted(work.answers.defined_in.items())),
            scope=scope,
            fingerprint=hash_parts(
                [
                    unit_fingerprint(unit, self.course.root).encode(),
                    repr(unit.limits).encode(),
                    grader_fingerprint().encode(),
                ]
            ),
        )

    def describe(self, units: Sequence[Unit]) -> Iterator[tuple[Unit, Reply]]:
        """Yield each unit with its declared checks."""
        yield from self._pool.run((unit, Request(describe=unit.id)) for unit in units)

    def judge(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Reply]]:
        """Yield each job with its reply. A job whose machine was too busy runs once more, alone."""
        starved: list[Job] = []
        for job, reply in self._pool.run((job, Request(judge=job)) for job in jobs):
            if reply.starved:
                starved.append(job)
            else:
                yield job, reply
        for job in starved:
            yield from self._lone.run([(job, Request(judge=job))])


def grade_bundle(
    classroom: Classroom,
    bundle: Bundle,
    grader: Grader,
    selection: Selection = Selection(),
    progress: Progress = lambda done, all_, what: None,
) -> ClassReport:
    """Grade a bundle and return the report; results go into the class's store."""
    release = classroom.release(bundle.id)
    released = {unit for entry in release.release for unit in entry.units}
    units = [u for u in bundle.units if u.id in released and _selected(u.id, selection.units)]
    store = classroom.results
    store.clean()
    works = [
        work
        for student in classroom.students(bundle.id)
        if _selected(student, selection.students)
        for work in read_works(
            classroom.folder / "submitted" / student / bundle.id, student, bundle, units
        )
    ]
    by_id = {u.id: u for u in units}
    planned = {
        (w.student, w.unit): grader.job(by_id[w.unit], w, release.salt)
        for w in works
        if w.notebook is not None
    }
    results = _run(planned.values(), grader, store, progress)
    rows = [_row(by_id[w.unit], w, planned.get((w.student, w.unit)), results) for w in works]
    return ClassReport(bundle.id, grader.rung, _by_student(works, rows))


def _selected(name: str, wanted: Collection[str]) -> bool:
    return not wanted or name in wanted


def _run(
    jobs: Collection[Job], grader: Grader, store: ResultStore, progress: Progress
) -> dict[str, UnitResult | Message]:
    """Return the result of every job by key, from the store where it is there already."""
    unique = {job.key: job for job in jobs}
    results: dict[str, UnitResult | Message] = {}
    for key in unique:
        stored = store.get(key)
        if stored is not None:
            results[key] = stored
    todo = [job for key, job in unique.items() if key not in results]
    progress(len(results), len(unique), "")
    for job, reply in grader.judge(todo):
        if reply.result is not None:
            # Only a verdict is worth keeping: what we failed to judge is tried again next time.
            if reply.result.status is not Status.NOT_JUDGED:
                store.put(job.key, reply.result)
            results[job.key] = reply.result
        else:
            results[job.key] = reply.failed or say("check.unplayed")
        if reply.log:
            store.put_log(job.key, reply.log)
        progress(len(results), len(unique), job.unit)
    return results


def _row(
    unit: Unit, work: Work, job: Job | None, results: dict[str, UnitResult | Message]
) -> UnitRow:
    automatic = (unit.points[key] for key in AUTOMATIC_KEYS if key in unit.points)
    row = UnitRow(
        unit.id,
        status=Status.UNANSWERED if not work.file else Status.ERROR,
        points="0",
        possible=decimal(sum(automatic, Fraction(0))),
        file=work.file,
        problem=work.problem,
        notes=work.notes,
        written=_written(unit, work),
    )
    if job is None:
        return row
    result = results[job.key]
    if isinstance(result, Message):
        return replace(row, status=Status.NOT_JUDGED, points="", problem=result, job=job.key)
    points = decimal(total(result.keys)) if all(k.points for k in result.keys) else ""
    return replace(row, status=result.status, points=points, job=job.key)


def _written(unit: Unit, work: Work) -> str:
    if "wr" not in unit.points:
        return ""
    return "answered" if work.written else "empty"


def _by_student(works: Sequence[Work], rows: Sequence[UnitRow]) -> tuple[StudentRow, ...]:
    grouped: dict[str, list[UnitRow]] = {}
    for work, row in zip(works, rows, strict=True):
        grouped.setdefault(work.student, []).append(row)
    return tuple(StudentRow(student, tuple(units)) for student, units in grouped.items())
