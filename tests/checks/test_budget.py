"""Many calls, each within its limit, are stopped by the budget of the whole submission."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import pytest

from grader.box import BoxDied, Zygote
from grader.box.walls import Rung
from grader.checks.backends import BoxBackend
from grader.checks.budget import Budget
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
