"""Many calls, each within its limit, are stopped by the budget of the whole submission."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import pytest
from hypothesis import strategies as st

from grader import check, exact, given
from grader.box import BoxDied, Zygote
from grader.box.walls import Rung
from grader.checks.backends import BoxBackend
from grader.checks.budget import Budget
from grader.checks.session import run_check
from grader.checks.student import Student
from grader.course import Limits
from grader.outcome import Status

SPIN = """
def spin():
    import time
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
"""
COMPILE = """
import numba
def compiling(x):
    @numba.njit
    def g(x):
        return x + 1
    return g(x)
"""


@dataclass
class Used:
    """A box that has used so much."""

    cpu_s: float
    compiling_s: float = 0.0

    def compiled_s(self) -> float:
        return self.compiling_s


def test_what_is_written_off_is_not_counted_and_has_a_limit_of_its_own() -> None:
    budget = Budget(10.0)
    for used_s, more in ((9.0, True), (9.0, False)):
        box = Used(used_s)
        budget.opened(box)
        budget.write_off(box)
        budget.demand()
        assert budget.forgives is more
    budget.opened(Used(9.9))
    budget.demand()


def test_what_is_used_aside_is_counted_for_itself_and_adds_up() -> None:
    budget, box = Budget(10.0), Used(0.0)
    budget.opened(box)
    box.cpu_s = 4.0
    with budget.aside():
        box.cpu_s += 9.0
        budget.demand()
    budget.demand()
    with budget.aside():
        box.cpu_s += 1.5
        with pytest.raises(BoxDied):
            budget.demand()
    budget.demand()
    assert budget.cpu_s == 14.5
    box.cpu_s += 6.5
    with pytest.raises(BoxDied):
        budget.demand()


def test_waiting_aside_is_counted_for_itself() -> None:
    clock = count(0.0, 20.0)
    budget = Budget(10.0, clock=lambda: next(clock))
    with budget.aside():
        budget.timed(lambda: None)
        budget.demand()
        budget.timed(lambda: None)
        with pytest.raises(BoxDied) as died:
            budget.demand()
    assert died.value.starved
    budget.demand()
    budget.timed(lambda: None)
    budget.demand()


def test_a_box_written_off_aside_gives_nothing_back() -> None:
    budget, box = Budget(10.0), Used(9.0)
    budget.opened(box)
    with budget.aside():
        budget.write_off(box)
    budget.opened(Used(9.5))
    budget.demand()
    budget.opened(Used(1.0))
    with pytest.raises(BoxDied):
        budget.demand()


def test_cpu_of_closed_and_running_boxes_adds_up() -> None:
    budget = Budget(10.0)
    first, second, third = Used(6.0), Used(2.0), Used(2.0)
    budget.opened(first)
    budget.closed(first)
    budget.opened(second)
    budget.opened(third)
    budget.demand()
    third.cpu_s = 2.5
    with pytest.raises(BoxDied) as death:
        budget.demand()
    assert (death.value.status, death.value.starved) == (Status.TIME_LIMIT, False)


def test_a_budget_spent_on_compiling_says_so() -> None:
    budget = Budget(10.0)
    closed, box = Used(6.0, 5.0), Used(4.5)
    budget.opened(closed)
    budget.closed(closed)
    budget.opened(box)
    for compiled_s, sentence in ((0.3, "student.budget_compiling"), (0.1, "student.budget")):
        box.compiling_s = compiled_s
        with pytest.raises(BoxDied) as death:
            budget.demand()
        assert (death.value.status, death.value.why.id) == (Status.TIME_LIMIT, sentence)


def test_a_submission_that_compiles_in_every_call_is_told_so(best_rung: str) -> None:
    with Zygote(Rung(best_rung)) as zygote:
        budget = Budget(1.0, clock=lambda: 0.0)  # waiting on a busy machine is no matter here
        backend = BoxBackend.of(lambda: zygote.open_box(Limits()), [(0, COMPILE)], budget=budget)

        def call_until_stopped() -> None:
            for i in range(100):
                backend.call("compiling", (i,), {}, out=(), frozen=())
                if i % 2:
                    backend.recover()

        with pytest.raises(BoxDied) as death:
            call_until_stopped()
        backend.recover()
    assert death.value.why.id == "student.budget_compiling"


def test_waiting_without_using_the_processor_is_tried_again_alone() -> None:
    clock = (20.0 * i for i in count())
    budget = Budget(10.0, clock=lambda: next(clock))
    budget.timed(lambda: None)
    budget.demand()
    budget.timed(lambda: None)
    with pytest.raises(BoxDied) as death:
        budget.demand()
    assert (death.value.status, death.value.starved) == (Status.TIME_LIMIT, True)


def test_a_call_that_raises_is_counted_too() -> None:
    clock = (100.0 * i for i in count())
    budget = Budget(10.0, clock=lambda: next(clock))
    with pytest.raises(KeyError):
        budget.timed(lambda: {}["missing"])
    with pytest.raises(BoxDied):
        budget.demand()


def test_a_submission_that_spins_in_every_call_is_stopped(best_rung: str) -> None:
    with Zygote(Rung(best_rung)) as zygote:
        backend = BoxBackend.of(lambda: zygote.open_box(Limits()), [(0, SPIN)], budget=Budget(1.0))
        calls: list[int] = []

        def call_until_stopped() -> None:
            for i in range(50):
                backend.call("spin", (), {}, out=(), frozen=())
                calls.append(i)
                if i % 2:
                    backend.recover()

        with pytest.raises(BoxDied) as death:
            call_until_stopped()
        backend.recover()
    assert death.value.status is Status.TIME_LIMIT
    assert 1 <= len(calls) <= 6


SLOW_AND_RIGHT = """
def slow(n):
    import time
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass
    return n if n < 1000 else -1
def right(n):
    return n
"""


@check("prop", of="slow")
@given(n=st.integers(0, 10**9))
def slow_is_right(student: Student, n: int) -> None:
    """答案正确。

    The answer is right.
    """
    exact(student.call("slow", n), n)


@check("prop", of="right")
@given(n=st.integers(0, 10**9))
def right_is_right(student: Student, n: int) -> None:
    """答案正确。

    The answer is right.
    """
    exact(student.call("right", n), n)


@pytest.mark.parametrize("counted_aside", [True, False])
def test_making_an_input_smaller_costs_no_other_check(best_rung: str, counted_aside: bool) -> None:
    """The control counts it with the rest, and the right function has no time left."""
    with Zygote(Rung(best_rung)) as zygote:
        backend = BoxBackend.of(
            lambda: zygote.open_box(Limits()), [(0, SLOW_AND_RIGHT)], budget=Budget(0.8)
        )
        student = Student(backend)
        options = {"unit": "u", "salt": "s", "public": False}
        options |= {"aside": backend.aside} if counted_aside else {}
        came = [run_check(c, student, **options) for c in (slow_is_right, right_is_right)]
        backend.recover()
    later = Status.PASSED if counted_aside else Status.TIME_LIMIT
    assert [verdict.result.status for verdict in came] == [Status.WRONG, later]
