"""A script holds what a check asks of a right submission; a check it cannot hold has none."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from grader.box import wire
from grader.checks import scribe
from grader.checks.arrays import poisoned
from grader.checks.compare import exact, holds
from grader.checks.declare import check, claims, scenario
from grader.checks.rooms import BASE, MOST_CONSTANTS, Room, constant_of, setting
from grader.checks.scripts import Script, Segment
from grader.checks.student import Student, expects
from tests.checks.stage import Stage, declared

DOUBLES = "def f(n):\n    return 2 * n"
SMALL_INTEGERS = st.integers(0, 1000)


def requests(script: Script) -> list[Mapping[str, Any]]:
    frames = [wire.loads(call, allow_layout=True).value for call in script.series.calls]
    assert all(isinstance(value, dict) for value in frames)
    return frames  # type: ignore[return-value]


def drawn_of(segment: Segment) -> Any:
    assert segment.drawn is not None
    return pickle.loads(segment.drawn)  # noqa: S301 - the script was written here


def written(stage: Stage, function: Any, solution: str, *rules: str) -> Script:
    script = stage.script(function, solution, rules)
    assert script is not None
    return script


# --- what it holds ----------------------------------------------------------------------------


def test_every_case_is_a_segment_with_what_was_drawn(stage: Stage) -> None:
    def doubles(student: Student, n: int) -> None:
        exact(student.call("f", n=n), 2 * n)
        exact(student.call("f", n=n + 1), 2 * n + 2)

    script = written(stage, declared(doubles, n=SMALL_INTEGERS, examples=3), DOUBLES)
    assert script.cases == 3
    assert script.names == {"f"}
    assert [(s.first, s.last) for s in script.segments] == [(0, 2), (2, 4), (4, 6)]
    drawn = [drawn_of(s)["n"] for s in script.segments if s.drawn]
    asked = [request["kwargs"]["n"] for request in requests(script)]
    assert asked == [n + more for n in drawn for more in (0, 1)]
    came: Any = [wire.loads(answer).value for answer in script.answers]
    assert [value["value"] for value in came] == [2 * n for n in asked]


def test_the_valid_call_comes_before_the_cases(stage: Stage) -> None:
    def refuses(student: Student, n: int) -> None:
        with expects(ValueError):
            student.call("f", n=n)

    solution = "def f(n):\n    if n < 0:\n        raise ValueError\n    return n"
    function = declared(refuses, "err", valid={"n": 7}, n=st.integers(-9, -1), examples=2)
    script = written(stage, function, solution)
    assert [(s.drawn is None, s.first, s.last) for s in script.segments] == [
        (True, 0, 1),
        (False, 1, 2),
        (False, 2, 3),
    ]
    assert requests(script)[0]["kwargs"] == {"n": 7}


def parity(situation: Any) -> str:
    """奇偶。

    Parity.
    """
    return "odd" if situation.args["n"] % 2 else "even"


def test_a_claim_is_one_segment(stage: Stage) -> None:
    def test_parity(scenario: Any) -> str:
        return parity(scenario)

    test_parity.__doc__ = parity.__doc__
    situations = [scenario("parity", n=n) for n in range(30)]
    claim = check("claim", of="f")(claims(situations, answers=("odd", "even"))(test_parity))
    script = written(stage, claim, "def f(n):\n    return 'odd' if n % 2 else 'even'")
    assert (script.cases, len(script.series.calls), len(script.segments)) == (30, 30, 1)
    assert script.segments[0].drawn is None


STACK = """
class Stack:
    def __init__(self):
        self.items = []
    def push(self, x):
        self.items.append(x)
        return len(self.items)
"""


def test_a_method_names_the_call_that_made_its_object(stage: Stage) -> None:
    def counts(student: Student) -> None:
        one, other = student.new("Stack"), student.new("Stack")
        exact(other.call("push", 5), 1)
        exact(one.call("push", 5), 1)
        exact(one.call("push", 5), 2)

    script = written(stage, declared(counts, of="Stack"), STACK)
    assert [request.get("handle") for request in requests(script)] == [None, None, 1, 0, 0]
    assert script.names == {"Stack"}


def test_arrays_keep_their_layout_and_their_protection(stage: Stage) -> None:
    def copies(student: Student) -> None:
        x = np.arange(6, dtype="f4")[::2]
        _, y = student.call("f", x=x, y=poisoned((3,), layout="strided"), out=("y",))
        exact(y, x)

    solution = "def f(x, y):\n    y[:] = x"
    request = requests(written(stage, declared(copies), solution, "FROZEN", "POISON"))[0]
    x, y = request["kwargs"]["x"], request["kwargs"]["y"]
    assert (x.strides, y.strides) == ((8,), (8,))
    assert (x.flags.writeable, y.flags.writeable) == (False, True)
    assert request["buffers"] == ("y", "x")


def test_a_case_that_the_check_leaves_out_is_marked(stage: Stage) -> None:
    def even_only(student: Student, n: int) -> None:
        exact(student.call("f", n=n), 2 * n)
        assume(n % 2 == 0)

    script = written(stage, declared(even_only, n=SMALL_INTEGERS, examples=4), DOUBLES)
    odd = [drawn_of(s)["n"] % 2 == 1 for s in script.segments if s.drawn]
    assert [s.left_out for s in script.segments] == odd
    assert any(odd)


def test_what_was_drawn_is_kept_from_before_the_check_changed_it(stage: Stage) -> None:
    def spoils(student: Student, items: list[int]) -> None:
        exact(student.call("f", n=len(items)), 2 * len(items))
        items.clear()

    lists = st.lists(SMALL_INTEGERS, min_size=1)
    script = written(stage, declared(spoils, items=lists), DOUBLES)
    assert all(drawn_of(s)["items"] for s in script.segments if s.drawn)


def test_drawn_arrays_lie_in_memory_as_before(stage: Stage) -> None:
    def fills(student: Student, y: Any) -> None:
        _, after = student.call("f", y=y, out=("y",))
        exact(after, np.arange(y.size, dtype="f4"))

    layouts = st.sampled_from(["C", "F", "strided"])
    drawn = layouts.map(lambda layout: poisoned((4,), layout=layout))
    solution = "def f(y):\n    y[:] = range(len(y))"
    assert written(stage, declared(fills, y=drawn), solution).cases == 3


def test_each_call_is_written_with_its_room(stage: Stage) -> None:
    def everywhere(student: Student) -> None:
        student.call("f", x=1)
        student.set("K", 3)
        student.call("f", x=2)
        student.peak_bytes("f", x=3)
        student.trace("f", x=np.zeros(2), out=())

    solution = "K = 1\ndef f(x):\n    return K if type(x) is int else x[0]"
    script = written(stage, declared(everywhere), solution, "TRACE", "MEM")
    kinds = [wire.loads(call, allow_layout=True).kind for call in script.series.calls]
    assert kinds == [wire.Kind.CALL, wire.Kind.CALL, wire.Kind.PEAK_BYTES, wire.Kind.TRACE]
    three = Room(setting("K", 3))
    assert constant_of(three.constant) == ("K", 3)
    traced = three._replace(traced=True)
    assert script.series.rooms == (BASE, three, traced, traced)
    assert script.slow == {traced}
    assert [(s.begins, s.ends) for s in script.segments] == [(BASE, three)]
    first, second, *_ = (wire.loads(answer).value for answer in script.answers)
    assert [value["value"] for value in (first, second)] == [1, 3]  # type: ignore[index, call-overload]


# --- what has none ----------------------------------------------------------------------------


def sets_many(student: Student) -> None:
    for value in range(MOST_CONSTANTS + 1):
        student.set("K", value)
        student.call("f", 1)


def sets_and_makes(student: Student) -> None:
    """The number of an object is that of its call, among those of one box."""
    student.call("f", 1)
    student.set("K", 3)
    student.new("Counter")


def asks_nothing(student: Student) -> None:
    del student


def is_wrong(student: Student) -> None:
    exact(student.call("f", 1), "something else")


def is_broken(student: Student) -> None:
    student.call("f", 1)
    raise ZeroDivisionError


@pytest.mark.parametrize("body", [sets_many, sets_and_makes, asks_nothing, is_wrong, is_broken])
def test_some_checks_have_no_script(stage: Stage, body: Any) -> None:
    solution = "K = 1\ndef f(x):\n    return K\nclass Counter:\n    pass"
    assert stage.script(declared(body), solution) is None


SOLUTIONS_WITHOUT = {
    "it dies": "import os\ndef f(n):\n    os._exit(1)",
    "it raises": "def f(n):\n    raise KeyError(n)",
    "the second time it is wrong": "seen = set()\ndef f(n):\n"
    "    again = n in seen\n    seen.add(n)\n    return 'again' if again else 2 * n",
    "it dies when asked again": "import os\nseen = set()\ndef f(n):\n"
    "    if n in seen:\n        os._exit(1)\n    seen.add(n)\n    return 2 * n",
}


@pytest.mark.parametrize("solution", SOLUTIONS_WITHOUT.values(), ids=SOLUTIONS_WITHOUT)
def test_a_solution_that_is_not_right_each_time_has_no_script(stage: Stage, solution: str) -> None:
    def doubles(student: Student, n: int) -> None:
        exact(student.call("f", n=n), 2 * n)

    assert stage.script(declared(doubles, n=st.sampled_from(range(99))), solution) is None


def test_a_solution_that_is_right_in_several_ways_has_one(stage: Stage) -> None:
    def positive(student: Student) -> None:
        x = student.call("f")
        holds(x > 0, zh="正", en="positive")

    solution = "n = 0\ndef f():\n    global n\n    n += 1\n    return n"
    assert stage.script(declared(positive), solution) is not None


@pytest.mark.parametrize("bound", ["MOST_CALLS", "MOST_BYTES"])
def test_a_check_with_too_much_to_ask_has_none(
    stage: Stage, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def function() -> Any:
        def doubles(student: Student, n: int) -> None:
            exact(student.call("f", n=n), 2 * n)

        return declared(doubles, n=SMALL_INTEGERS)

    assert stage.script(function(), DOUBLES) is not None
    monkeypatch.setattr(scribe, bound, 4)
    assert stage.script(function(), DOUBLES) is None
