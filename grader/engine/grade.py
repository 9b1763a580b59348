"""Grade a bundle of a class: read, plan, run what is not in the store yet, report.

Every result is stored the moment it is there, so a killed run resumes where it was, and what it
writes at the end depends on the stored records alone.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course import Bundle, Course, Unit
from grader.engine.classroom import Classroom
from grader.engine.fingerprint import grader_fingerprint, hash_parts, unit_fingerprint
from grader.engine.plan import Job, Scope
from grader.engine.pool import Pool
from grader.engine.rows import Graded, class_report, student_reports
from grader.engine.since import handed_in
from grader.engine.store import ResultStore
from grader.engine.submissions import Work, read_works
from grader.engine.worker import Reply, Request, Scripts, Setup
from grader.messages import Message, say
from grader.outcome import ClassReport, Status, StudentReport, UnitResult

Progress = Callable[[int, int, str], None]
"""Called with (done, all, what just finished)."""


@dataclass(frozen=True)
class Selection:
    """Which part of a class to grade; empty means all."""

    students: Collection[str] = ()
    units: Collection[str] = ()
    since: dt.datetime | None = None
    """Only works handed in at or after this moment."""


WORTH_REHEARSING = 4
"""Submissions of a unit from which on it pays to write scripts: writing takes two live runs."""


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
    live
        Whether every check is judged live, however many submissions there are.
    scripts
        The folder where scripts are kept from one run to the next; None for nowhere.
    """

    def __init__(
        self,
        course: Course,
        rung: str,
        secrets: Sequence[Path] = (),
        jobs: int | None = None,
        *,
        live: bool = False,
        scripts: Path | None = None,
    ) -> None:
        self.course = course
        self.rung = rung
        self._live = live
        hidden = (course.root / "assignments", course.root / "solutions", *secrets)
        setup = Setup(
            str(course.root), rung, tuple(str(p) for p in hidden), str(scripts) if scripts else ""
        )
        self._fingerprints: dict[str, str] = {}
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
            fingerprint=self._fingerprint(unit),
        )

    def _fingerprint(self, unit: Unit) -> str:
        """Return the unit's fingerprint; files are read once in the life of a grader."""
        if unit.id not in self._fingerprints:
            parts = (unit_fingerprint(unit, self.course.root), grader_fingerprint())
            self._fingerprints[unit.id] = hash_parts(p.encode() for p in parts)
        return self._fingerprints[unit.id]

    def describe(self, units: Sequence[Unit]) -> Iterator[tuple[Unit, Reply]]:
        """Yield each unit with its declared checks."""
        yield from self._pool.run((unit, Request(describe=unit.id)) for unit in units)

    def judge(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Reply]]:
        """Yield each job with its reply. A job whose machine was too busy runs once more, alone."""
        starved: list[Job] = []
        alike = Counter((job.unit, job.salt, job.scope) for job in jobs)

        def scripts(job: Job) -> Scripts:
            if self._live:
                return "none"
            many = alike[job.unit, job.salt, job.scope] >= WORTH_REHEARSING
            return "write" if many else "kept"

        for job, reply in self._pool.run((job, Request(job, scripts(job))) for job in jobs):
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
) -> tuple[ClassReport, tuple[StudentReport, ...]]:
    """Grade a bundle; return the class table and a report per student.

    Verdicts go into the class's store as they come.
    """
    store = classroom.results
    store.clean()
    graded = read_bundle(classroom, bundle, grader, selection)
    results = _run([g.job for g in graded if g.job is not None], grader, store, progress)
    report = class_report(bundle, grader.rung, graded, results)
    return report, student_reports(bundle, graded, results)


def read_bundle(
    classroom: Classroom, bundle: Bundle, grader: Grader, selection: Selection
) -> list[Graded]:
    """Return what was handed in for a bundle, each work with the job that judges it."""
    release = classroom.release(bundle.id)
    released = {unit for entry in release.release for unit in entry.units}
    units = [u for u in bundle.units if u.id in released and _selected(u.id, selection.units)]
    return [
        Graded(work, unit, grader.job(unit, work, release.salt) if work.notebook else None)
        for student in classroom.students(bundle.id)
        if _selected(student, selection.students)
        and _recent(classroom.folder / "submitted" / student / bundle.id, selection.since)
        for unit, work in zip(
            units,
            read_works(
                classroom.folder / "submitted" / student / bundle.id, student, bundle, units
            ),
            strict=True,
        )
    ]


def _recent(folder: Path, since: dt.datetime | None) -> bool:
    return since is None or handed_in(folder) >= since


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
