"""`grader validate`: is a unit ready to be released? Its fixtures run as a class would.

The demands are in `demands`; here they are given what they need: the declared checks and one trial
per fixture and salt. Nonsense runs under the first salt only: it has to be judged, not to be wrong
in a particular way. Under the first salt only, failing inputs are made smaller, as for a class:
that takes two thirds of the time, and no demand looks at them, but a check may break on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.course import Course, Unit
from grader.engine.demands import (
    Finding,
    Trial,
    check_findings,
    file_findings,
    kill_findings,
    verdict_findings,
)
from grader.engine.fixtures import Fixture, nonsense_fixtures, unit_fixtures
from grader.engine.grade import Grader, Progress
from grader.engine.plan import Job
from grader.engine.submissions import work_of_cells
from grader.engine.worker import DeclaredCheck, Reply
from grader.errors import CourseError
from grader.messages import say

FIXED_SALTS = ("validate-1", "validate-2", "validate-3")


def validate_units(
    course: Course,
    units: Sequence[Unit],
    grader: Grader,
    salts: Sequence[str] = FIXED_SALTS,
    progress: Progress = lambda done, all_, what: None,
    *,
    shrink: bool = True,
) -> tuple[Finding, ...]:
    """Return every demand that does not hold, in order of units; nothing when all is well.

    Parameters
    ----------
    shrink
        Whether failing inputs are made smaller under the first salt.
    """
    findings: dict[str, list[Finding]] = {u.id: list(file_findings(course, u)) for u in units}
    checks: dict[str, tuple[DeclaredCheck, ...]] = {}
    for unit, reply in grader.describe(units):
        if reply.failed is not None:
            findings[unit.id].append(Finding(unit.id, "checks", reply.failed))
        else:
            checks[unit.id] = reply.checks
            findings[unit.id] += check_findings(unit, reply.checks)
    planned = {
        job.key: (unit, fixture, salt, job)
        for unit in units
        for fixture, salt, job in _jobs(unit, grader, salts, findings[unit.id])
    }
    trials: dict[str, list[Trial]] = {u.id: [] for u in units}

    def shrunk(job: Job) -> bool:
        return shrink and job.salt == salts[0]

    replies = grader.judge([job for *_, job in planned.values()], shrunk)
    for done, (job, reply) in enumerate(replies, 1):
        unit, fixture, salt, _ = planned[job.key]
        if reply.result is None:
            findings[unit.id].append(unjudged(unit, fixture, salt, reply))
        else:
            trials[unit.id].append(Trial(fixture, salt, reply.result, shrunk(job)))
        progress(done, len(planned), f"{unit.id} {fixture.name}")
    for unit in units:
        mine = sorted(trials[unit.id], key=lambda t: (t.salt, t.fixture.name))
        for trial in mine:
            findings[unit.id] += verdict_findings(unit, trial)
        if unit.id in checks:
            findings[unit.id] += kill_findings(unit, checks[unit.id], mine)
    return tuple(f for unit in units for f in findings[unit.id])


def _jobs(
    unit: Unit, grader: Grader, salts: Sequence[str], findings: list[Finding]
) -> Iterator[tuple[Fixture, str, Job]]:
    """Yield one job per fixture and salt; a fixture that cannot be read becomes a finding."""
    try:
        fixtures = [*unit_fixtures(unit)]
        nonsense = [*nonsense_fixtures(unit)]
    except CourseError as error:
        findings.append(Finding(unit.id, "fixtures", error.message))
        return
    except SyntaxError as error:
        why = say("validate.fixture_syntax", detail=str(error))
        findings.append(Finding(unit.id, "fixtures", why))
        return
    for fixture, salt in [
        *((f, s) for s in salts for f in fixtures),
        *((f, s) for s in salts[:1] for f in nonsense),
    ]:
        work = work_of_cells(fixture.cells, fixture.name, unit)
        yield fixture, salt, grader.job(unit, work, salt)


def unjudged(unit: Unit, fixture: Fixture, salt: str, reply: Reply) -> Finding:
    """Return that a fixture came to nothing, which is our own failure."""
    why = say(
        "validate.engine_failed",
        fixture=fixture.name,
        salt=salt,
        why=reply.failed or say("check.unplayed"),
    )
    return Finding(unit.id, "robust", why)
