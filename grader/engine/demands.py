"""The demands a course makes on a unit before it may be released, as pure functions of records."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.course import Course, Unit, read_text
from grader.engine.fixtures import WORTHLESS, Fixture, automatic_keys
from grader.engine.worker import DeclaredCheck
from grader.gradebook.score import decimal, total
from grader.messages import Message, say
from grader.notebooks.answers import analyse
from grader.notebooks.read import CodeCell
from grader.outcome import Key, Record, Status, UnitResult


class Finding(Record, frozen=True):
    """One demand that does not hold."""

    unit: str
    demand: str
    why: Message


@dataclass(frozen=True)
class Trial:
    """One fixture under one salt, with its result."""

    fixture: Fixture
    salt: str
    result: UnitResult
    shrunk: bool = True
    """Whether failing inputs were made smaller. Where inputs fail in two ways, a wrong value and an
    exception, that decides which of them the verdict is."""


def file_findings(course: Course, unit: Unit) -> Iterator[Finding]:
    """Demand both prompts, a stub that answers nothing, a rubric and the two worthless wrongs."""
    for lang in course.languages:
        path = unit.prompt(lang)
        if not path.is_file() or not read_text(path).strip():
            yield Finding(unit.id, "prompts", say("validate.prompt", file=path.name))
    if "wr" in unit.points and not (unit.secret / "rubric.md").is_file():
        yield Finding(unit.id, "rubric", say("validate.rubric"))
    names = {f"wrong/{path.stem}" for path in unit.wrong}
    for name in WORTHLESS[1:]:
        if name not in names:
            yield Finding(unit.id, "fixtures", say("validate.no_worthless", file=f"{name}.py"))
    yield from _stub_findings(unit)


def check_findings(unit: Unit, checks: Sequence[DeclaredCheck]) -> Iterator[Finding]:
    """Demand that checks and `unit.toml` agree on keys, entry points and names."""
    demand = "checks"
    if not checks:
        yield Finding(unit.id, demand, say("validate.no_checks"))
        return
    for name, count in Counter(c.name for c in checks).items():
        if count > 1:
            yield Finding(unit.id, demand, say("validate.check_twice", check=name))
    for check in checks:
        if check.key not in unit.points:
            why = say("validate.key_without_points", check=check.name, key=check.key)
            yield Finding(unit.id, demand, why)
        for name in check.of:
            if name not in unit.entry_points:
                why = say("validate.unknown_entry_point", check=check.name, name=name)
                yield Finding(unit.id, demand, why)
    for key in automatic_keys(unit):
        if all(c.key != key for c in checks):
            yield Finding(unit.id, demand, say("validate.key_without_check", key=key))
    named = {name for c in checks for name in c.of}
    for name in unit.entry_points:
        if name not in named:
            yield Finding(unit.id, demand, say("validate.entry_point_unchecked", name=name))


def verdict_findings(unit: Unit, trial: Trial) -> Iterator[Finding]:
    """Demand that a trial came to what its fixture announces, to nothing if it is worthless."""
    fixture = trial.fixture
    if fixture.name.startswith("nonsense/"):
        yield from _judged_findings(unit, trial, "robust")
    elif fixture.name in WORTHLESS:
        yield from _judged_findings(unit, trial, "worthless")
        earned = total(trial.result.keys)
        if earned:
            yield _finding(unit, trial, "worthless", "validate.earns", points=decimal(earned))
    if fixture.expected is not None:
        yield from _announced_findings(unit, trial)


def kill_findings(
    unit: Unit, checks: Sequence[DeclaredCheck], trials: Sequence[Trial]
) -> Iterator[Finding]:
    """Demand that every check fails for a named wrong, under each salt."""
    for salt in sorted({t.salt for t in trials}):
        killed = {
            check.name
            for t in trials
            if t.salt == salt
            and t.fixture.name.startswith("wrong/")
            and t.fixture.name not in WORTHLESS
            for check in t.result.checks
            if check.status not in (Status.PASSED, Status.NOT_JUDGED)
        }
        for check in checks:
            if check.name not in killed:
                why = say("validate.kills_nothing", check=check.name, salt=salt)
                yield Finding(unit.id, "kills", why)


def _stub_findings(unit: Unit) -> Iterator[Finding]:
    path = unit.public / "stub.py"
    if not path.is_file():
        yield Finding(unit.id, "stub", say("validate.no_stub"))
        return
    source = read_text(path)
    try:
        ast.parse(source)
    except SyntaxError as error:
        yield Finding(unit.id, "stub", say("validate.stub_syntax", detail=str(error)))
        return
    answers = analyse((CodeCell(0, source),), unit.entry_points)
    for name in unit.entry_points:
        if name not in answers.trivial:
            yield Finding(unit.id, "stub", say("validate.stub_answers", name=name))


def _judged_findings(unit: Unit, trial: Trial, demand: str) -> Iterator[Finding]:
    for check in trial.result.checks:
        if check.status is Status.NOT_JUDGED:
            yield _finding(unit, trial, demand, "validate.not_judged", check=check.name)


def _as_announced(trial: Trial, came: Status, said: Status) -> bool:
    return came is said or (not trial.shrunk and {came, said} == {Status.WRONG, Status.ERROR})


def _announced_findings(unit: Unit, trial: Trial) -> Iterator[Finding]:
    expected = trial.fixture.expected or {}
    demand = trial.fixture.name.split("/")[0]
    for key in trial.result.keys:
        said = expected[key.key]
        if not _as_announced(trial, key.status, said.status):
            yield _finding(
                unit,
                trial,
                demand,
                "validate.verdict",
                key=key.key,
                said=said.status.value,
                came=key.status.value,
                checks=_not_passed(trial.result, key.key),
            )
            continue
        whole = decimal(unit.points[key.key]) if said.status is Status.PASSED else ""
        wanted = said.points or whole
        if wanted and Fraction(wanted) != Fraction(key.points or "0"):
            yield _finding(unit, trial, demand, "validate.points", key=key.key, came=key.points)


def _not_passed(result: UnitResult, key: Key) -> str:
    """Return which checks of a key did not pass, for the author's eyes."""
    rows = [
        f"{c.name}={c.status}"
        for c in result.checks
        if c.key == key and c.status is not Status.PASSED
    ]
    return ", ".join(rows) or "-"


def _finding(unit: Unit, trial: Trial, demand: str, message_id: str, **args: str) -> Finding:
    why = say(message_id, fixture=trial.fixture.name, salt=trial.salt, **args)
    return Finding(unit.id, demand, why)
