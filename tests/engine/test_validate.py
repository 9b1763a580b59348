"""Each demand of `grader validate` fails for a unit that was broken on purpose, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from grader.course import Course, load_course
from grader.engine.demands import Finding, Trial, verdict_findings
from grader.engine.fixtures import Announced, Fixture
from grader.engine.grade import Grader
from grader.engine.plan import Job
from grader.engine.validate import validate_units
from grader.engine.worker import Reply
from grader.outcome import KeyResult, Status, UnitResult

SALT = ("a test's salt",)
ROOMS = Path("b1_rooms/u1_rooms")


ON_VERDICTS = {"solution", "right", "wrong", "worthless", "kills", "robust"}
"""The demands that need the fixtures to run; the others read files, and no salt means no runs."""


def findings_of(root: Path, rung: str, demand: str) -> list[Finding]:
    course = load_course(root)
    salts = SALT if demand in ON_VERDICTS else ()
    with Grader(course, rung, jobs=1) as grader:
        found = validate_units(course, [course.unit("u1")], grader, salts)
    return [f for f in found if f.demand == demand]


def edit(root: Path, name: str, old: str, new: str) -> None:
    path = root / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def write(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, "utf-8")


def test_the_tiny_course_is_green(tiny: Course, tiny_grader: Grader) -> None:
    assert validate_units(tiny, list(tiny.units), tiny_grader, SALT) == ()


@pytest.mark.parametrize("shrink", [True, False])
def test_inputs_are_made_smaller_under_the_first_salt_only(
    shrink: bool, tiny: Course, tiny_grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single number is enough to see that prefix sums are wrong; drawn are longer arrays."""
    salts = ("one", "two")
    seen: dict[str, str] = dict.fromkeys(salts, "")
    judge = tiny_grader.judge

    def watched(jobs: Sequence[Job], wanted: Callable[[Job], bool]) -> Iterator[tuple[Job, Reply]]:
        for job, reply in judge(jobs, wanted):
            assert reply.result is not None
            for done in reply.result.checks:
                if done.name == "test_prefix_sums" and done.failure is not None:
                    seen[job.salt] += "".join(call.call for call in done.failure.calls)
            yield job, reply

    monkeypatch.setattr(tiny_grader, "judge", watched)
    assert validate_units(tiny, [tiny.unit("u2")], tiny_grader, salts, shrink=shrink) == ()
    assert all("array([nan" in shown for shown in seen.values())
    assert ["array([nan], shape=(1,)" in seen[salt] for salt in salts] == [shrink, False]


PUBLIC = f"assignments/{ROOMS}"
SECRET = f"solutions/{ROOMS}"
EXTRA_CHECK = '''

@check("{key}", of="{of}")
def {name}(student):
    """多余的检查。

    One check too many.
    """
    exact(student.call("room_for", people=2), "small")
'''

BROKEN: dict[str, tuple[str, str, Callable[[Path], None]]] = {
    "a prompt is missing": (
        "prompts",
        "prompt.en.md",
        lambda r: (r / PUBLIC / "prompt.en.md").unlink(),
    ),
    "a prompt is empty": (
        "prompts",
        "prompt.zh.md",
        lambda r: write(r, f"{PUBLIC}/prompt.zh.md", " "),
    ),
    "the stub answers": (
        "stub",
        "price",
        lambda r: edit(
            r,
            f"{PUBLIC}/stub.py",
            '"""返回价格 / Return the price."""\n    raise NotImplementedError',
            "return 3 * hours",
        ),
    ),
    "the rubric is missing": ("rubric", "rubric.md", lambda r: (r / SECRET / "rubric.md").unlink()),
    "a worthless wrong is missing": (
        "fixtures",
        "constant.py",
        lambda r: (r / SECRET / "wrong/constant.py").unlink(),
    ),
    "an Expect line forgets a key": (
        "fixtures",
        "Expect",
        lambda r: edit(r, f"{SECRET}/wrong/always_large.py", " claim=WRONG", ""),
    ),
    "the solution is wrong": (
        "solution",
        "ex announces PASSED",
        lambda r: edit(r, f"{SECRET}/solution.py", "PRICE_PER_HOUR * hours", "3 * hours"),
    ),
    "a right one is wrong": (
        "right",
        "claim announces PASSED",
        lambda r: edit(r, f"{SECRET}/right/by_comparison.py", "people <= 10", "people <= 9"),
    ),
    "a wrong one gets other verdicts than it announces": (
        "wrong",
        "claim announces WRONG but comes to PASSED",
        lambda r: edit(r, f"{SECRET}/wrong/rate_written_in.py", "claim=PASSED", "claim=WRONG"),
    ),
    "a worthless one earns points": (
        "worthless",
        "earns",
        lambda r: edit(
            r, f"{SECRET}/wrong/constant.py", "return 0", "return PRICE_PER_HOUR * hours"
        ),
    ),
    "a check kills nothing": (
        "kills",
        "test_two_more",
        lambda r: write(
            r,
            f"{SECRET}/test_hidden.py",
            (r / SECRET / "test_hidden.py").read_text("utf-8")
            + EXTRA_CHECK.format(key="ex", of="price", name="test_two_more").replace(
                'exact(student.call("room_for", people=2), "small")',
                'exact(student.call("price", hours=0), 0)',
            ),
        ),
    ),
    "a check trips over nonsense": (
        "robust",
        "test_trips",
        lambda r: write(
            r,
            f"{SECRET}/test_hidden.py",
            (r / SECRET / "test_hidden.py").read_text("utf-8")
            + EXTRA_CHECK.format(key="ex", of="room_for", name="test_trips").replace(
                'exact(student.call("room_for", people=2), "small")',
                'exact(student.call("room_for", people=2).upper(), "SMALL")',
            ),
        ),
    ),
    "a check earns a key without points": (
        "checks",
        "no points",
        lambda r: write(
            r,
            f"{SECRET}/test_hidden.py",
            (r / SECRET / "test_hidden.py").read_text("utf-8")
            + EXTRA_CHECK.format(key="prop", of="room_for", name="test_prop"),
        ),
    ),
    "a key has points but no check": (
        "checks",
        "trace",
        lambda r: edit(r, f"{PUBLIC}/unit.toml", "err = 1", "err = 1, trace = 1"),
    ),
    "a check names an unknown entry point": (
        "checks",
        "rooms_for",
        lambda r: edit(r, f"{SECRET}/test_hidden.py", 'of="price", valid', 'of="rooms_for", valid'),
    ),
    "an entry point has no check": (
        "checks",
        "invoice",
        lambda r: edit(r, f"{PUBLIC}/unit.toml", '"price"]', '"price", "invoice"]'),
    ),
    "a name is used in public and hidden checks": (
        "checks",
        "test_two_people",
        lambda r: edit(r, f"{SECRET}/test_hidden.py", "test_negative_hours", "test_two_people"),
    ),
    "a check has no English sentence": (
        "checks",
        "docstring",
        lambda r: edit(r, f"{SECRET}/test_hidden.py", "    Nobody is refused.\n", ""),
    ),
    "a file of checks cannot be imported": (
        "checks",
        "no_such_model",
        lambda r: edit(
            r,
            f"{SECRET}/test_hidden.py",
            "from grader import",
            "import no_such_model\nfrom grader import",
        ),
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_unit_is_found(case: str, tiny_root: Path, best_rung: str) -> None:
    demand, says, break_it = BROKEN[case]
    break_it(tiny_root)
    found = findings_of(tiny_root, best_rung, demand)
    assert any(says in f.why.text("en") for f in found), found


@pytest.mark.parametrize(
    ("came", "shrunk", "finds"),
    [
        (Status.ERROR, False, 0),
        (Status.WRONG, False, 0),
        (Status.TIME_LIMIT, False, 1),
        (Status.PASSED, False, 1),
        (Status.ERROR, True, 1),
        (Status.WRONG, True, 0),
    ],
)
def test_what_fails_in_two_ways_is_told_apart_only_where_it_was_made_smaller(
    came: Status, shrunk: bool, finds: int, tiny: Course
) -> None:
    """A wrong value for one input, an exception for another: which is left, shrinking decides."""
    fixture = Fixture("u1", "wrong/w", (), Path("w.py"), {"ex": Announced(Status.WRONG)})
    key = KeyResult("ex", came, "0", "1")
    result = UnitResult("u1", "", "A", came, (key,), ())
    found = list(verdict_findings(tiny.unit("u1"), Trial(fixture, "a salt", result, shrunk)))
    assert len(found) == finds
