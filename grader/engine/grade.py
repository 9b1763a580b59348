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

from msgspec import structs

from grader.course import Bundle, Course, Limits, Unit
from grader.engine.classroom import Classroom
from grader.engine.fingerprint import grader_fingerprint, hash_parts, unit_fingerprint
from grader.engine.plan import Job, Scope
from grader.engine.pool import Pool
from grader.engine.rows import Graded, class_report, student_reports
from grader.engine.since import handed_in
from grader.engine.store import ResultStore
from grader.engine.submissions import Work, read_works
from grader.engine.walls import Walls
from grader.engine.worker import Reply, Request, Scripts, Setup
from grader.messages import Message, say
from grader.outcome import ClassReport, Status, StudentReport, UnitResult
from grader.report.running import Step

Progress = Callable[[int, int, str], None]
"""Called with (done, all, what just finished)."""
Watch = Callable[[Step], None]
"""Told when judging begins, and of every verdict."""


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
        The walls every box must have, proved before; or what is asked of them, to be proved before
        the first box.
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
        rung: str | Walls,
        secrets: Sequence[Path] = (),
        jobs: int | None = None,
        *,
        live: bool = False,
        scripts: Path | None = None,
    ) -> None:
        self.course = course
        self._walls = rung if isinstance(rung, Walls) else None
        self.rung = rung.hoped.value if isinstance(rung, Walls) else rung
        self._live = live
        self._jobs = jobs
        self._scripts = str(scripts) if scripts is not None else ""
        self._hidden = (course.root / "assignments", course.root / "solutions", *secrets)
        self._fingerprints: dict[str, str] = {}
        self._pools: tuple[Pool, Pool] | None = None

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self._pools or ():
            pool.close()

    def prove(self) -> str:
        """Prove the walls if that is still to be done; return the rung that every box will have.

        Jobs made before may be named for a stronger one: see `with_rung`.

        Raises
        ------
        UsageError
            Nothing isolates submissions here, and that was not accepted.
        """
        if self._walls is not None:
            self.rung, self._walls = self._walls.prove().value, None
        return self.rung

    def _started(self) -> tuple[Pool, Pool]:
        """Return the pool that serves all requests, and the one in which a box is alone."""
        if self._pools is None:
            hidden = tuple(map(str, self._hidden))
            setup = Setup(str(self.course.root), self.prove(), hidden, self._scripts)
            self._pools = Pool(setup, self._jobs), Pool(setup, 1)
        return self._pools

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
        pool, _ = self._started()
        yield from pool.run((unit, Request(describe=unit.id)) for unit in units)

    def judge(
        self, jobs: Sequence[Job], shrink: Callable[[Job], bool] = lambda job: True
    ) -> Iterator[tuple[Job, Reply]]:
        """Yield each job with its reply. A job whose machine was too busy runs once more, alone."""
        for job, reply, _ in self.judge_timed(jobs, shrink):
            yield job, reply

    def judge_timed(
        self, jobs: Sequence[Job], shrink: Callable[[Job], bool] = lambda job: True
    ) -> Iterator[tuple[Job, Reply, float]]:
        """Yield each job with its reply and the seconds it took; no job starts no process.

        Parameters
        ----------
        shrink
            Of which jobs failing inputs are made smaller.
        """
        alike = Counter((job.unit, job.salt, job.scope) for job in jobs)

        def scripts(job: Job) -> Scripts:
            if self._live:
                return "none"
            many = alike[job.unit, job.salt, job.scope] >= WORTH_REHEARSING
            return "write" if many else "kept"

        asked = [(job, Request(job, scripts(job), shrink=shrink(job))) for job in jobs]
        yield from self._asked(asked)

    def judge_briefly(self, jobs: Sequence[Job], limits: Limits) -> Iterator[tuple[Job, Reply]]:
        """Yield each job with the checks that ran until the first failure, judged by scripts."""
        asked = [(job, Request(job, "write", limits, shrink=False)) for job in jobs]
        for job, reply, _ in self._asked(asked):
            yield job, reply

    def _asked(self, requests: Sequence[tuple[Job, Request]]) -> Iterator[tuple[Job, Reply, float]]:
        """Yield what came of each request; where the machine was too busy, ask once more, alone."""
        if not requests:
            return
        pool, lone = self._started()
        starved: list[Job] = []
        for job, reply, seconds in pool.run_timed(requests):
            if reply.starved:
                starved.append(job)
            else:
                yield job, reply, seconds
        asked = dict(requests) if starved else {}
        for job in starved:
            yield from lone.run_timed([(job, structs.replace(asked[job], scripts="none"))])


def grade_bundle(
    classroom: Classroom,
    bundle: Bundle,
    grader: Grader,
    selection: Selection = Selection(),
    watch: Watch = lambda step: None,
) -> tuple[ClassReport, tuple[StudentReport, ...]]:
    """Grade a bundle; return the class table and a report per student.

    Verdicts go into the class's store as they come. The walls are proved only if something is not
    stored yet: what is there was judged behind the walls that its key names.
    """
    store = classroom.results
    classroom.clean()
    graded = read_bundle(classroom, bundle, grader, selection)
    results = _stored(graded, store)
    hoped = grader.rung
    missing = any(g.job is not None and g.job.key not in results for g in graded)
    if missing and grader.prove() != hoped:
        graded = with_rung(graded, grader.rung)
        results = _stored(graded, store)
    _run(graded, results, grader, store, watch)
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


def with_rung(graded: Sequence[Graded], rung: str) -> list[Graded]:
    """Return the same works with jobs for another rung."""
    return [
        g if g.job is None else Graded(g.work, g.unit, structs.replace(g.job, rung=rung))
        for g in graded
    ]


def _recent(folder: Path, since: dt.datetime | None) -> bool:
    return since is None or handed_in(folder) >= since


def _selected(name: str, wanted: Collection[str]) -> bool:
    return not wanted or name in wanted


def _stored(graded: Sequence[Graded], store: ResultStore) -> dict[str, UnitResult | Message]:
    """Return the results that are there already, by job key."""
    keys = {g.job.key for g in graded if g.job is not None}
    found = ((key, store.get(key)) for key in keys)
    return {key: result for key, result in found if result is not None}


def _run(
    graded: Sequence[Graded],
    results: dict[str, UnitResult | Message],
    grader: Grader,
    store: ResultStore,
    watch: Watch,
) -> None:
    """Judge every job without a result, and add its result as it comes."""
    unique = {g.job.key: g.job for g in graded if g.job is not None}
    todo = [job for key, job in unique.items() if key not in results]
    watch(Step(len(results), len(unique)))
    for job, reply, seconds in grader.judge_timed(todo):
        status, checks = Status.NOT_JUDGED, {}
        if reply.result is not None:
            status = reply.result.status
            checks = {check.name: check.status for check in reply.result.checks}
            # Only a verdict is worth keeping: what we failed to judge is tried again next time.
            if status is not Status.NOT_JUDGED:
                store.put(job.key, reply.result)
            results[job.key] = reply.result
        else:
            results[job.key] = reply.failed or say("check.unplayed")
        store.put_log(job.key, reply.log)
        watch(Step(len(results), len(unique), job.unit, status, seconds, checks))
