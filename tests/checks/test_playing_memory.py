"""Code that remembers earlier calls meets the same ones, by script or live; so do its boxes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from grader.box import Zygote, wire
from grader.checks.compare import exact
from grader.checks.playing import CREDIT
from grader.checks.student import Student
from tests.attacks.hijack import HIJACK
from tests.checks.stage import DOUBLED, DOUBLES, INTEGERS, Stage, declared


def first(student: Student, n: int) -> None:
    exact(student.call("f", n=n), 2 * n)


def middle(student: Student) -> None:
    exact(student.call("g", n=3), 6)


def sets(student: Student) -> None:
    student.set("K", 2)
    exact(student.call("f", n=5), 10)


def last(student: Student, n: int) -> None:
    exact(student.call("f", n=n), 2 * n)


THREE = [
    declared(first, n=INTEGERS),
    declared(middle, of="g"),
    declared(sets),
    declared(last, n=INTEGERS),
]
BOTH = f"K = 2\n{DOUBLES}\ndef g(n):\n    return f(n)"
COUNTING = """
K, calls = 2, 0
def f(n):
    global calls
    calls += 1
    return 2 * n if {right} else 0
def g(n):
    return {g}
"""


@pytest.mark.parametrize("allowed", [0, 3, 5, 6, 7, 8, 12, 20])
@pytest.mark.parametrize("g", ["f(n)", "1", "f(n) * 0 + 6", "f(n) and [][0]"])
def test_a_function_that_is_right_only_the_first_times(stage: Stage, allowed: int, g: str) -> None:
    source = COUNTING.format(right=f"calls <= {allowed}", g=g)
    for checks in (THREE, THREE[:2] + THREE[3:]):
        assert len(stage.judged(checks, BOTH, source).statuses) == len(checks)


def test_what_a_live_check_asked_is_remembered(stage: Stage) -> None:
    """A wrong `g` is shrunk, by calls that no script holds; the script of it has two calls."""
    source = COUNTING.format(right="calls <= 12", g="f(n) and 1")

    def wrong(student: Student, n: int) -> None:
        exact(student.call("g", n=n), 2 * n)

    checks = [THREE[0], declared(wrong, of="g", n=INTEGERS, examples=2), THREE[3]]
    assert stage.judged(checks, BOTH, source).statuses == ["PASSED", "WRONG", "WRONG"]


LEAVES = """
K, left = 2, 0
def f(n):
    global left
    left += 1
    return 2 * n
def g(n):
    return {right}
"""


@pytest.mark.parametrize(
    ("right", "status"), [("2 * n * (K == 2 or left)", "PASSED"), ("left and [][0]", "ERROR")]
)
def test_a_constant_has_a_box_of_its_own(stage: Stage, right: str, status: str) -> None:
    """What was done where K is 3 is remembered there, by other checks too, and nowhere else."""

    def sets(student: Student) -> None:
        student.set("K", 3)
        exact(student.call("f", n=5), 10)

    def remembers(student: Student) -> None:
        student.set("K", 3)
        exact(student.call("g", n=5), 10)

    def plain(student: Student) -> None:
        exact(student.call("g", n=4), 8)

    checks = [declared(sets), declared(remembers, of="g"), declared(plain, of="g")]
    solution = "K = 2\ndef f(n):\n    return 2 * n\n" + "def g(n):\n    return 2 * n"
    judged = stage.judged(checks, solution, LEAVES.format(right=right))
    assert judged.statuses == ["PASSED", status, "PASSED" if status == "PASSED" else "WRONG"]
    assert judged.by_script == ("sets", "remembers", "plain")[: 3 if status == "PASSED" else 1]


def test_a_constant_lasts_from_case_to_case(stage: Stage) -> None:
    """A case that sets none finds what the one before has set; a script knows where it begins."""

    def sometimes(student: Student, n: int) -> None:
        if n % 2:
            student.set("K", n)
        exact(student.call("f", n=n) < 0, False)

    check = declared(sometimes, n=st.sampled_from([1, 2, 3, 4]), examples=12)
    for source in ("K = 0\ndef f(n):\n    return K", "K = 0\ndef f(n):\n    return K + 0.5"):
        judged = stage.judged([check], "K = 0\ndef f(n):\n    return K", source)
        assert (judged.statuses, judged.by_script) == (["PASSED"], ("sometimes",))


def test_too_many_constants_are_set_live(stage: Stage) -> None:
    def each(first: int, last: int) -> Any:
        def many(student: Student) -> None:
            for value in range(first, last):
                student.set("K", value)
                exact(student.call("f"), value)

        many.__name__ = f"from_{first}_to_{last}"
        return declared(many)

    source = "K, calls = 0, 0\ndef f():\n    global calls\n    calls += 1\n    return K{}"
    checks = [each(1, 4), each(3, 7), each(1, 3), each(1, 7)]
    for more, by_script in {"": 1, " * (calls < 2)": 1, " * (calls < 1)": 0}.items():
        judged = stage.judged(checks, source.format(""), source.format(more))
        assert judged.by_script == ("from_1_to_4",) * by_script
        assert judged.statuses[0] == ("PASSED" if by_script else "WRONG")


def test_so_does_a_death(stage: Stage) -> None:
    source = "left = 0\ndef f(n):\n    global left\n    left = 1\n    return 2 * n\n"
    source += "def g(n):\n    import os\n    os._exit(1)\ndef h():\n    return left"

    def remembers(student: Student) -> None:
        exact(student.call("h"), 1)

    solution = f"{BOTH}\ndef h():\n    return 1"
    checks = [THREE[0], THREE[1], declared(remembers, of="h")]
    assert stage.judged(checks, solution, source).statuses == ["PASSED", "CRASHED", "WRONG"]


def test_a_table_of_earlier_answers_is_filled_in_the_same_order(stage: Stage) -> None:
    source = "known = {}\ndef f(n):\n    return known.setdefault(n % 7, 2 * n)"
    small = declared(first, n=st.integers(0, 6))
    wide = declared(last, n=INTEGERS)
    assert stage.judged([small, wide], DOUBLES, source).statuses == ["PASSED", "WRONG"]
    assert stage.judged([wide, small], DOUBLES, source).statuses[0] == "WRONG"


def test_a_function_that_answers_in_another_way_each_time(stage: Stage) -> None:
    alternates = "k = 0\ndef f(n):\n    global k\n    k += 1\n    return 2 * n + k % 2"
    assert stage.judged([DOUBLED, DOUBLED], DOUBLES, alternates).statuses == ["WRONG", "WRONG"]


def test_who_fails_everything_is_soon_judged_live(stage: Stage) -> None:
    checks = []
    for k in range(2 * CREDIT + 2):

        def doubled(student: Student, n: int) -> None:
            exact(student.call("f", n=n), 2 * n)

        doubled.__name__ = f"check_{k}"
        checks.append(declared(doubled, n=INTEGERS, examples=2))
    judged = stage.judged(checks, DOUBLES, "def f(n):\n    return 1")
    assert set(judged.statuses) == {"WRONG"}


def test_boxes_gone_back_for_are_not_counted_twice(stage: Stage) -> None:
    """0.2 s in five checks, and 3 s to repeat them five times: more than the budget of 3.9 s."""
    slow = "import time\ndef f(n):\n    end = time.process_time() + 0.2\n"
    slow += "    while time.process_time() < end: pass\n    return 2 * n"

    def named(k: int) -> Any:
        def check(student: Student) -> None:
            exact(student.call("g" if k % 2 else "f", n=1), 2)

        check.__name__ = f"check_{k}"
        return declared(check)

    checks = [named(k) for k in range(10)]
    submitted = f"{slow}\ndef g(n):\n    return 1"
    judged = stage.judged(checks, f"{DOUBLES}\ndef g(n):\n    return 2", submitted, unit_cpu_s=3.9)
    assert judged.statuses == ["PASSED", "WRONG"] * 5
    assert "check_0" in judged.by_script  # how many more depends on how busy the machine is


def test_what_live_checks_ask_is_not_kept_for_other_submissions(stage: Stage) -> None:
    def many(student: Student) -> None:
        for k in range(20):
            student.call("f", n=k)
        exact(student.call("g", n=1), 2)

    checks = [DOUBLED, declared(many), declared(last, n=INTEGERS)]
    solution = f"{DOUBLES}\ndef g(n):\n    return 2"
    stage.judged(checks, solution, solution)
    kept = wire.kept_batches.cache_info().currsize
    for k in range(3):
        wrong = f"def f(n):\n    return 2 * n + (n == {k})\ndef g(n):\n    return {k + 3}"
        assert "WRONG" in stage.judged(checks, solution, wrong).statuses
    assert wire.kept_batches.cache_info().currsize == kept


def test_a_handle_that_a_check_kept_may_be_no_object(stage: Stage) -> None:
    """The limit of the promise for authors: an error of the check's calls, and no crash of ours."""
    kept: list[Any] = []

    def makes(student: Student) -> None:
        kept[:] = [student.new("Stack")]
        exact(kept[0].call("push", 1), 2)

    def uses(student: Student) -> None:
        exact(kept[0].call("push", 1), 1)

    source = f"{DOUBLES}\nclass Stack:\n    def push(self, x):\n        return x"
    checks = [declared(makes, of="Stack"), DOUBLED, declared(uses, of="Stack")]
    judged = stage.judged(checks, source, source)
    assert judged.by_script == ("test_doubled",)
    assert [r.status.value for r in judged.live] == ["WRONG", "PASSED", "PASSED"]
    assert [r.status.value for r in judged.played] == ["WRONG", "PASSED", "ERROR"]


SAYS_TOO_MUCH = f"""{HIJACK}
def f(n):
    if serving().kind is wire.Kind.CALL:
        reply(wire.Kind.RETURNED, {{"value": 0, "buffers": {{}}}})
    return 2 * n
"""


def test_what_spoiled_a_box_before_is_not_healed_by_a_script(stage: Stage) -> None:
    """Live, the second check meets what was left of the first: a fresh box would hide it."""

    def asks(student: Student) -> None:
        exact(student.call("f", n=1), 3)

    checks = [declared(asks, of="f"), DOUBLED, DOUBLED]
    judged = stage.judged(checks, "def f(n):\n    return 3 if n == 1 else 2 * n", SAYS_TOO_MUCH)
    assert judged.statuses[:2] == ["WRONG", "FORBIDDEN"]


def test_a_submission_of_which_one_check_fails_takes_two_boxes(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    inner = Zygote.open_box
    monkeypatch.setattr(
        Zygote, "open_box", lambda self, limits: opened.append(limits) or inner(self, limits)
    )
    checks = [declared(first, n=INTEGERS), declared(last, n=INTEGERS), DOUBLED]
    scripts = stage.scripts(tuple(checks), DOUBLES)
    assert set(scripts) == {"first", "last", "test_doubled"}
    opened.clear()
    judged = stage.judged(checks, DOUBLES, "def f(n):\n    return 2 * n + (n == 1)")
    assert "WRONG" in judged.statuses
    rehearsed_and_live, failed = 2, judged.statuses.count("WRONG")
    assert len(opened) == rehearsed_and_live + 1 + failed
