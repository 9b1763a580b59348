"""Mutants are judged by the checks of their unit; what the author declares about them is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Course, Limits, load_course
from grader.engine import survivors
from grader.engine.grade import Grader
from grader.engine.plan import Job
from grader.engine.submissions import work_of_cells
from grader.engine.survivors import small_limits, try_mutants
from grader.engine.worker import Reply
from grader.outcome import CheckResult, Status, Text, UnitResult
from grader.report.mutants import MutantReport

ROOT = Path(__file__).parents[2]
COURSE = load_course(ROOT)
COUNTER = Path("solutions/b1_rooms/u2_counter")
ROOMS = Path("solutions/b1_rooms/u1_rooms")
OTHER_LENGTH = ("for i in range(len(x)):", "for i in range(len(total)):")
"""The one mutant of the counter that nothing tells from the solution: they are equally long."""


def mutants_of(root: Path, rung: str, unit: str, every: int = 1) -> MutantReport:
    course = load_course(root)
    with Grader(course, rung, jobs=1) as grader:
        (report,) = try_mutants([course.unit(unit)], grader, every)
    return report


def declare(root: Path, *entries: str) -> None:
    (root / COUNTER / "mutants.toml").write_text("\n".join(entries), "utf-8")


def entry(before: str, after: str, why: str = "equally long", function: str = "running_sum") -> str:
    return (
        f'[[equivalent]]\nfunction = "{function}"\n'
        f"before = '{before}'\nafter = '{after}'\nwhy = \"{why}\"\n"
    )


def said(report: MutantReport) -> str:
    return "\n".join(problem.text("en") for problem in report.problems)


def test_what_survives_is_named(tiny: Course, tiny_grader: Grader) -> None:
    counter, rooms = try_mutants([tiny.unit("u2"), tiny.unit("u1")], tiny_grader)
    assert [(m.before, m.after) for m in counter.of("survived")] == [OTHER_LENGTH]
    assert counter.file == (COUNTER / "solution.py").as_posix()
    assert len(counter.of("killed")) > 25
    assert rooms.of("survived", "not_judged") == ()
    boundary = next(m for m in rooms.tried if m.after == "if people <= 1:")
    assert (boundary.fate, boundary.why) == ("killed", "test_rooms")


def test_the_same_every_time(tiny: Course, tiny_grader: Grader) -> None:
    one, again = (try_mutants([tiny.unit("u2")], tiny_grader, every=3) for _ in range(2))
    assert one == again
    assert len(one[0].tried) < 15


def test_a_check_that_is_missing_lets_mutants_survive(tiny_root: Path, best_rung: str) -> None:
    """The control: a judge that kills everything would not notice."""
    hidden = tiny_root / ROOMS / "test_hidden.py"
    text = hidden.read_text("utf-8")
    assert "hours=-1" in text
    hidden.write_text(text.replace("hours=-1", "hours=-2"), "utf-8")
    report = mutants_of(tiny_root, best_rung, "u1")
    assert [m.after for m in report.of("survived")] == ["if hours < -1:"]
    assert report.of("survived")[0].function == "price"


# --- what is declared -----------------------------------------------------------------------------


def test_an_equivalent_one_is_declared_and_does_not_count(tiny_root: Path, best_rung: str) -> None:
    """Also when its line has moved."""
    declare(tiny_root, entry(*OTHER_LENGTH))
    solution = tiny_root / COUNTER / "solution.py"
    solution.write_text("# moved\n\n\n" + solution.read_text("utf-8"), "utf-8")
    report = mutants_of(tiny_root, best_rung, "u2")
    (declared,) = report.of("equivalent")
    assert (declared.line, declared.after) == (19, OTHER_LENGTH[1])
    assert declared.why == "equally long"
    assert report.of("survived") == ()
    assert report.problems == ()
    assert report.rate == "100.0"


BAD_DECLARATIONS = {
    "its line has changed": (
        entry("for k in range(len(x)):", OTHER_LENGTH[1]),
        "names no mutant any more",
    ),
    "it is of another function": (
        entry(*OTHER_LENGTH, function="Counter.add"),
        "names no mutant any more",
    ),
    "a check kills it": (
        entry("so_far += x[i]", "so_far -= x[i]"),
        "test_three_numbers kills it",
    ),
    "it has no reason": (entry(*OTHER_LENGTH, why=" "), "a reason"),
    "it is there twice": (entry(*OTHER_LENGTH) * 2, "once only"),
    "it has an unknown key": (entry(*OTHER_LENGTH) + "line = 16\n", "line"),
    "it is no TOML": ("[[equivalent", "mutants.toml"),
}


@pytest.mark.parametrize("case", BAD_DECLARATIONS)
def test_a_declaration_that_does_not_hold(case: str, tiny_root: Path, best_rung: str) -> None:
    text, says = BAD_DECLARATIONS[case]
    declare(tiny_root, text)
    # A few mutants are enough where it is read before anything is judged.
    every = 1 if case == "a check kills it" else 20
    assert says in said(mutants_of(tiny_root, best_rung, "u2", every))


# --- what cannot be tried -------------------------------------------------------------------------


def test_a_solution_that_fails_has_no_mutants(tiny_root: Path, best_rung: str) -> None:
    """Every mutant of it would die, and say nothing about the checks."""
    solution = tiny_root / ROOMS / "solution.py"
    text = solution.read_text("utf-8").replace("PRICE_PER_HOUR * hours", "3 * hours")
    solution.write_text(text, "utf-8")
    report = mutants_of(tiny_root, best_rung, "u1")
    assert report.tried == ()
    assert "test_price_follows_the_rate=WRONG" in said(report)


def test_a_solution_that_is_no_program(tiny_root: Path, best_rung: str) -> None:
    (tiny_root / ROOMS / "solution.py").write_text("def f(:", "utf-8")
    assert "syntax error" in said(mutants_of(tiny_root, best_rung, "u1"))


@pytest.mark.parametrize(
    ("statuses", "fate"),
    [
        ((Status.PASSED,) * 3, ("survived", "")),
        ((Status.PASSED, Status.WRONG), ("killed", "check_1")),
        ((Status.NOT_JUDGED, Status.TIME_LIMIT), ("killed", "check_1")),
        ((Status.PASSED, Status.NOT_JUDGED, Status.PASSED), ("not_judged", "check_1")),
        ((), ("not_judged", "-")),
    ],
)
def test_only_a_check_that_failed_has_killed(
    statuses: tuple[Status, ...], fate: tuple[str, str]
) -> None:
    """A check that breaks says nothing, and neither does one that did not run."""
    checks = tuple(
        CheckResult(f"check_{i}", "ex", ("f",), 1, False, Text("甲", "A"), status, 1)
        for i, status in enumerate(statuses)
    )
    result = UnitResult("u1_rooms", "", "A", Status.PASSED, (), checks)
    assert survivors._fate(Reply(result)) == fate
    assert survivors._fate(Reply()) == ("not_judged", "-")


# --- how a mutant is judged -----------------------------------------------------------------------


def briefly(grader: Grader, course: Course, source: str, limits: Limits | None = None) -> Reply:
    unit = course.unit("u1")
    work = work_of_cells((source,), "x", unit)
    job: Job = grader.job(unit, work, "a salt")
    ((_, reply),) = grader.judge_briefly([job], limits or unit.limits)
    return reply


def test_the_first_failing_check_is_the_last(tiny: Course, tiny_grader: Grader) -> None:
    wrong = "def room_for(people):\n    return 'none'\ndef price(hours):\n    return 0"
    reply = briefly(tiny_grader, tiny, wrong)
    assert reply.result is not None
    assert [c.status for c in reply.result.checks] == [Status.WRONG]
    assert reply.result.status is Status.WRONG
    assert reply.result.keys == ()


def test_a_solution_passes_them_all(tiny: Course, tiny_grader: Grader) -> None:
    source = (tiny.unit("u1").secret / "solution.py").read_text("utf-8")
    reply = briefly(tiny_grader, tiny, source)
    assert reply.result is not None
    assert [c.status for c in reply.result.checks] == [Status.PASSED] * 5
    assert reply.cpu_s > 0


def test_an_endless_loop_meets_the_small_limit(tiny: Course, tiny_grader: Grader) -> None:
    limits = small_limits(tiny.unit("u1").limits, 0.001)
    endless = "def room_for(people):\n    while True:\n        pass"
    reply = briefly(tiny_grader, tiny, endless, limits)
    assert reply.result is not None
    last = reply.result.checks[-1]
    assert last.status is Status.TIME_LIMIT
    assert last.failure is not None
    assert " 1 " in last.failure.why.text("en")


@pytest.mark.parametrize(
    ("own_s", "cpu_s", "unit_cpu_s"), [(0.0, 1.0, 4.0), (0.5, 5.0, 20.0), (60.0, 10.0, 120.0)]
)
def test_limits_grow_with_the_solution_up_to_those_of_the_unit(
    own_s: float, cpu_s: float, unit_cpu_s: float
) -> None:
    small = small_limits(Limits(), own_s)
    assert (small.cpu_s, small.unit_cpu_s) == (cpu_s, unit_cpu_s)
    assert small.memory_mb == Limits().memory_mb


# --- the course -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "every"), [("q14", 6), ("q22", 12), ("x13", 10), ("x14", 8)])
def test_some_mutants_of_a_unit(unit: str, every: int, best_rung: str) -> None:
    report = mutants_of(ROOT, best_rung, unit, every)
    assert report.problems == ()
    assert report.of("survived", "not_judged") == ()
    assert len(report.of("killed")) > 10


@pytest.mark.long
@pytest.mark.parametrize("unit", [u.id for u in COURSE.units])
def test_the_checks_of_a_unit_kill_enough_mutants(unit: str, best_rung: str) -> None:
    report = mutants_of(ROOT, best_rung, unit)
    assert report.problems == ()
    assert report.enough, [f"{m.line}: {m.before} -> {m.after}" for m in report.of("survived")]
