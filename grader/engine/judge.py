"""Judge one job: load the submission into a box, run the unit's checks against it, add up points.

Runs in a worker, on the keeper's side of the trust line.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from grader.box import BoxDied, Zygote
from grader.checks.backends import BoxBackend, unit_backend
from grader.checks.playing import Player
from grader.checks.protocol import Backend
from grader.checks.pytest_plugin import CheckPlugin, run_files
from grader.checks.session import Verdict
from grader.checks.student import Answers, Student
from grader.course import Course, Limits, Unit
from grader.engine.plan import Job
from grader.engine.rehearsals import Rehearsed, check_files, importable
from grader.gradebook.score import decimal, score_key
from grader.outcome import (
    AUTOMATIC_KEYS,
    CheckResult,
    KeyResult,
    Status,
    UnitResult,
    worst,
)


@dataclass(frozen=True)
class Judged:
    """A result, the TA's log, and whether the machine was too busy to tell."""

    result: UnitResult
    log: str = ""
    starved: bool = False
    cpu_s: float = 0.0
    """Of its boxes."""


def judge(
    job: Job,
    course: Course,
    zygote: Zygote,
    rehearsed: Rehearsed | None = None,
    brief: Limits | None = None,
    *,
    shrink: bool = True,
) -> Judged:
    """Run the checks of `job.unit` against the submission and return the verdicts.

    Parameters
    ----------
    rehearsed
        The unit's checks and their scripts under this salt; without them all is judged live.
    brief
        Only whether some check fails is asked, under these limits: the rest need not run, and no
        points are added up.
    shrink
        Whether a failing input is made smaller, which takes more than all the rest.
    """
    unit = course.unit(job.unit)
    if brief is not None:
        unit = structs.replace(unit, limits=brief)
    boxes = unit_backend(unit, zygote, job.cells)
    player = None
    if rehearsed is not None and rehearsed.scripts:
        player = Player(rehearsed.scripts, boxes, unit.limits.cpu_s)
    try:
        student = _student(job, unit, player.diary if player else boxes, boxes)
        plugin = CheckPlugin(
            student,
            unit=unit.id,
            salt=job.salt,
            public=unit.public / "test_public.py",
            player=player,
            brief=brief is not None,
            shrink=shrink,
            aside=boxes.aside,
        )
        if rehearsed is None:
            run_files(check_files(job, unit), course.root, plugin)
        else:
            with importable(course.root):
                plugin.run(rehearsed.checks)
    finally:
        boxes.recover()
    if boxes.astray:
        return judge(job, course, zygote, brief=brief, shrink=shrink)
    return _judged(job, unit, plugin, boxes, brief=brief is not None)


def _student(job: Job, unit: Unit, backend: Backend, boxes: BoxBackend) -> Student:
    """Load the submission and return the proxy that knows which answers are missing."""
    try:
        if len(job.unanswered) < len(unit.entry_points):
            boxes.load()
    except BoxDied:  # every load died; each check will say so
        pass
    failed = {note.cell: note for note in boxes.notes}
    broken = {
        name: (cell + 1, failed[cell].why)
        for name, cell in job.defined_in.items()
        if cell in failed
    }
    return Student(backend, Answers(frozenset(job.unanswered), broken), unit.rules)


def _judged(job: Job, unit: Unit, plugin: CheckPlugin, boxes: BoxBackend, *, brief: bool) -> Judged:
    checks = tuple(v.result for v in plugin.verdicts)
    keys = tuple(
        _key_result(unit, key, checks, judged=not plugin.broken)
        for key in AUTOMATIC_KEYS
        if key in unit.points and not brief
    )
    status = worst(k.status for k in keys) if keys else Status.PASSED
    if brief:
        status = worst(check.status for check in checks)
    result = UnitResult(
        unit=unit.id,
        job=job.key,
        rung=job.rung,
        status=status,
        keys=keys,
        checks=checks,
        cells=boxes.notes,
        output=boxes.output,
    )
    starved = boxes.starved or any(v.starved for v in plugin.verdicts)
    return Judged(result, _log(plugin.broken, plugin.verdicts), starved, boxes.cpu_s)


def _key_result(
    unit: Unit, key: str, checks: tuple[CheckResult, ...], *, judged: bool
) -> KeyResult:
    points = unit.points[key]  # type: ignore[index]
    if not judged:
        return KeyResult(key, Status.NOT_JUDGED, "", decimal(points))  # type: ignore[arg-type]
    return score_key(key, points, checks)  # type: ignore[arg-type]


def _log(broken: list[str], verdicts: list[Verdict]) -> str:
    """Return what the TA needs to mend a check that was not judged; empty when all were."""
    parts = [*broken]
    parts += [f"{v.result.name}:\n{v.detail}" for v in verdicts if v.detail]
    return "\n\n".join(parts)
