"""`grader validate --mutants`: whether the checks of a unit notice a small mistake anywhere in it.

Every mutant of the solution is judged as a submission is, by the scripts of the unit, until the
first check fails; under one salt, the first fixed one, as a class has only one too. Whether a
check fails is all that is asked, so nothing is shrunk, and limits are small: a loop that has become
endless shall not cost what a slow student is granted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from msgspec import structs

from grader.course import Limits, Unit
from grader.engine.equivalents import Named, killed, named, read_equivalents, stale
from grader.engine.fixtures import unit_fixtures
from grader.engine.grade import Grader, Progress
from grader.engine.mutants import Mutant, mutants_of
from grader.engine.plan import Job
from grader.engine.submissions import work_of_cells
from grader.engine.validate import FIXED_SALTS
from grader.engine.worker import Reply
from grader.errors import CourseError
from grader.messages import Message, say
from grader.outcome import Status, UnitResult
from grader.report.mutants import Fate, MutantReport, Tried

SLOWER = 10
"""A mutant may take so many times the CPU seconds of the solution, in any call …"""
LEAST_CPU_S = 1.0
"""… and so long in any case: most solutions take milliseconds, and clocks are coarse."""
CALLS = 4
"""All its calls together may take so many times as long."""


@dataclass(frozen=True)
class _Planned:
    """The mutants of a unit that are to be judged, and what is known of them before."""

    unit: Unit
    mutants: tuple[Mutant, ...]
    declared: dict[Named, str]
    problems: tuple[Message, ...] = ()


def try_mutants(
    units: Sequence[Unit],
    grader: Grader,
    every: int = 1,
    progress: Progress = lambda done, all_, what: None,
) -> tuple[MutantReport, ...]:
    """Return what became of the mutants of each unit.

    Parameters
    ----------
    every
        Judge only every so many-th mutant, for a test that has no minutes.
    """
    planned = [_planned(unit, every) for unit in units]
    count = sum(len(plan.mutants) for plan in planned)
    reports: list[MutantReport] = []
    done = 0

    def step(what: str) -> None:
        nonlocal done
        done += 1
        progress(done, count, what)

    for plan in planned:
        reports.append(_report(plan, grader, step))
        done = sum(len(p.mutants) for p in planned[: len(reports)])
    return tuple(reports)


def _planned(unit: Unit, every: int) -> _Planned:
    try:
        solution = next(iter(unit_fixtures(unit)))
        mutants = tuple(mutants_of(solution.cells[0]))
        declared = read_equivalents(unit)
    except CourseError as error:
        return _Planned(unit, (), {}, (error.message,))
    except SyntaxError as error:
        return _Planned(unit, (), {}, (say("validate.fixture_syntax", detail=str(error)),))
    problems = tuple(stale(declared, mutants))
    return _Planned(unit, tuple(islice(mutants, 0, None, every)), declared, problems)


def _report(plan: _Planned, grader: Grader, step: Callable[[str], None]) -> MutantReport:
    unit = plan.unit
    file = (unit.secret / "solution.py").relative_to(grader.course.root).as_posix()
    empty = MutantReport(unit.id, file, problems=plan.problems)
    if not plan.mutants:
        return empty
    solution = _job(unit, next(iter(unit_fixtures(unit))).cells[0], grader)
    alone = _solution(solution, grader, unit.limits)
    limits = small_limits(unit.limits, alone.cpu_s)
    problem = _problem(alone) or _problem(_solution(solution, grader, limits))
    if problem is not None:
        return structs.replace(empty, problems=(*plan.problems, problem))
    jobs = [_job(unit, mutant.source, grader) for mutant in plan.mutants]
    replies: dict[str, Reply] = {}
    for job, reply in grader.judge_briefly(jobs, limits):
        replies[job.key] = reply
        step(unit.id)
    tried: list[Tried] = []
    problems = list(plan.problems)
    for job, mutant in zip(jobs, plan.mutants, strict=True):
        came = _tried(mutant, replies[job.key], plan.declared)
        if came.fate == "killed" and named(mutant) in plan.declared:
            problems.append(killed(named(mutant), came.why))
        tried.append(came)
    return MutantReport(unit.id, file, tuple(tried), tuple(problems))


def _solution(job: Job, grader: Grader, limits: Limits) -> Reply:
    """Judge the solution as its mutants are: where it fails, so would every one of them."""
    return next(reply for _, reply in grader.judge_briefly([job], limits))


def _problem(solution: Reply) -> Message | None:
    if solution.result is None:
        return solution.failed or say("check.unplayed")
    if solution.result.status is not Status.PASSED:
        return say("mutants.solution", checks=_not_passed(solution.result))
    return None


def small_limits(limits: Limits, own_s: float) -> Limits:
    """Return limits for the mutants of a solution whose boxes took `own_s` CPU seconds."""
    cpu_s = max(LEAST_CPU_S, SLOWER * own_s)
    return structs.replace(
        limits,
        cpu_s=min(limits.cpu_s, cpu_s),
        cell_cpu_s=min(limits.cell_cpu_s, cpu_s),
        unit_cpu_s=min(limits.unit_cpu_s, CALLS * cpu_s),
    )


def _job(unit: Unit, source: str, grader: Grader) -> Job:
    return grader.job(unit, work_of_cells((source,), "solution.py", unit), FIXED_SALTS[0])


def _not_passed(result: UnitResult) -> str:
    checks = [c for c in result.checks if c.status is not Status.PASSED]
    return ", ".join(f"{c.name}={c.status.value}" for c in checks) or "-"


def _tried(mutant: Mutant, reply: Reply, declared: dict[Named, str]) -> Tried:
    fate, why = _fate(reply)
    if fate == "survived" and named(mutant) in declared:
        fate, why = "equivalent", declared[named(mutant)]
    return Tried(
        line=mutant.line,
        function=mutant.function,
        kind=mutant.kind,
        before=mutant.before,
        after=mutant.after,
        fate=fate,
        why=why,
    )


def _fate(reply: Reply) -> tuple[Fate, str]:
    """Return what became of a mutant; only a check that failed has killed it."""
    if reply.result is None:
        return "not_judged", "-"
    unsure = ""
    for check in reply.result.checks:
        if check.status is Status.NOT_JUDGED:
            unsure = unsure or check.name
        elif check.status is not Status.PASSED:
            return "killed", check.name
    whole = reply.result.checks and not unsure
    return ("survived", "") if whole else ("not_judged", unsure or "-")
