"""Tries to make the judge say NOT_JUDGED, so that a person has to look: none succeeds."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from grader.box import Rung
from grader.checks.compare import close
from grader.checks.declare import check, given
from grader.checks.kinds import real
from grader.checks.student import Student
from grader.outcome import Status
from tests.attacks.conftest import Arena


@check("prop", of="f")
@given(st.floats(1, 100), examples=30)
def two_verbs_with_one_sentence(student: Student, x: float) -> None:
    """两次调用得同样的值。

    Two calls give the same value.
    """
    first = real(student.call("f", x=x))
    close(student.call("f", x=2 * x), 2 * first)


def test_one_case_that_fails_at_two_places(arena: Arena) -> None:
    """A text at the first call, then at the second of the same case: WRONG, no broken check."""
    fickle = """
victim = before = None
def f(x):
    global victim, before
    first, before = before is None or x != 2 * before, x
    if victim is None and first and x > 20:
        victim = x
        return "x"
    return "x" if victim is not None and x == 2 * victim else x
"""
    verdict = arena.run(two_verbs_with_one_sentence, fickle)
    assert verdict.result.status is Status.WRONG
    assert verdict.detail == ""


@pytest.mark.parametrize("seed", range(4))
def test_answers_by_chance(arena: Arena, seed: int) -> None:
    """An exception, None, a text or the right value, as a die falls: WRONG or ERROR."""
    chance = f"""
import random
die = random.Random({seed})
def f(x):
    face = die.random()
    if face < 0.05:
        raise ValueError
    return None if face < 0.1 else "x" if face < 0.2 else x
"""
    verdict = arena.run(two_verbs_with_one_sentence, chance)
    assert verdict.result.status in (Status.WRONG, Status.ERROR)


@pytest.mark.parametrize(
    "value",
    [
        "float('nan')",
        "10 ** 150_000",
        "__import__('fractions').Fraction(2 ** 4000 - 1, 3)",
        "__import__('decimal').Decimal('NaN123')",
        "complex('nan+infj')",
        "{float('nan'), ()}",
        "{(1, 2): [float('nan')]}",
        "__import__('numpy').zeros((0, 5, 0))",
        "__import__('numpy').array(b'').tobytes()",
        "__import__('numpy').float16('inf')",
        "__import__('numpy').frombuffer(bytes.fromhex('0100f07f'), 'f4')",
        "'\\ud800'",
        "[[[[[[[[[[]]]]]]]]]]",
        "NotImplemented",
        "...",
    ],
)
def test_values_that_checks_may_trip_over(arena: Arena, value: str) -> None:
    """NaN payloads, huge numbers, empty shapes, half surrogates: WRONG or ERROR."""
    answers = f"def f(x):\n    return {value}"
    verdict = arena.run(two_verbs_with_one_sentence, answers)
    assert verdict.result.status in (Status.WRONG, Status.ERROR)
    rooms = arena.judge(arena.solution(), f"def room_for(people):\n    return {value}")
    assert rooms.points == {"ex": "0.5", "claim": "0", "err": "0.5"}


@pytest.mark.parametrize(
    "number", ["SIGKILL", "SIGSTOP", "SIGXCPU", "SIGSYS", "SIGABRT", "SIGALRM"]
)
def test_signals_to_oneself(arena: Arena, number: str) -> None:
    """On rung A a box is process 1, which its own signals cannot end: PASSED all the same."""
    if arena.rung is not Rung.A:
        pytest.skip("a box is process 1 on rung A only")
    shoot = f"import os, signal\nos.kill(os.getpid(), signal.{number})"
    assert arena.judge(arena.solution(), shoot).statuses == {Status.PASSED}


def test_a_timer_that_rings_in_every_call(arena: Arena) -> None:
    """All signals ignored and an alarm each millisecond: only the student's code is disturbed."""
    timer = "import signal\nfor number in range(1, 65):\n    try:\n"
    timer += "        signal.signal(number, lambda *_: None)\n    except (OSError, ValueError):\n"
    timer += "        pass\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)"
    assert arena.judge(arena.solution(), timer).statuses == {Status.PASSED}


def test_the_insides_of_the_box_torn_out(arena: Arena) -> None:
    """Modules, builtins and hooks removed or made to raise: never our failure."""
    tear = """
import builtins, gc, sys
sys.addaudithook(lambda *_: 1 / 0)
sys.settrace(lambda *_: 1 / 0)
gc.disable()
for name in [n for n in sys.modules if n.startswith("_box")]:
    del sys.modules[name]
builtins.BaseException = builtins.Exception = int
builtins.len = lambda _: 10 ** 9
builtins.isinstance = lambda *_: True
"""
    came = arena.judge(arena.solution(), tear)
    assert Status.NOT_JUDGED not in came.statuses
    assert came.judged.log == ""


def test_a_constant_that_cannot_be_set(arena: Arena) -> None:
    """A module whose `__setattr__` raises breaks `student.set`: FORBIDDEN for that check alone."""
    stubborn = "import sys, types\nclass Stubborn(types.ModuleType):\n"
    stubborn += "    def __setattr__(self, name, value): raise KeyError(name)\n"
    stubborn += "sys.modules['__main__'].__class__ = Stubborn"
    came = arena.judge(arena.solution(), stubborn)
    assert came.check("test_price_follows_the_rate").status is Status.FORBIDDEN
    assert came.points == {"ex": "0.5", "claim": "2", "err": "1"}
