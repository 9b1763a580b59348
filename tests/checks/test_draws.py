"""The same cases in every process, the smallest failing one, and never more calls than allowed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.errors import FlakyFailure
from hypothesis.internal.conjecture import engine, providers

from grader.checks import draws
from grader.checks.draws import SHRINK_CASES, run_cases, seed_of, steady_hypothesis
from grader.checks.verdicts import CheckFailed, Stop
from grader.messages import say
from grader.outcome import Failure, Status

ROOT = Path(__file__).parents[2]
SEED = seed_of("salt", "q01_unit", "test_check")


def fail(got: object) -> None:
    raise CheckFailed(Failure(why=say("compare.differs"), got=repr(got)))


def drawn(strategies: dict[str, Any], seed: int, examples: int = 50) -> list[str]:
    """Return the cases that a passing test sees, in order."""
    cases: list[str] = []
    run_cases(lambda **case: cases.append(repr(case)), strategies, examples, seed)
    return cases


NUMBERS = {"x": st.floats(), "n": st.integers(), "name": st.text()}

# --- the seed -------------------------------------------------------------------------------------


def test_the_seed_is_a_hash_of_salt_unit_and_check() -> None:
    digest = hashlib.sha256(b"salt\0q01_unit\0test_check").digest()
    assert int.from_bytes(digest[:8], "big") == SEED


def test_another_salt_unit_or_check_draws_other_cases() -> None:
    seeds = [
        SEED,
        seed_of("salt2", "q01_unit", "test_check"),
        seed_of("salt", "q02_unit", "test_check"),
        seed_of("salt", "q01_unit", "test_other"),
    ]
    assert len({tuple(drawn(NUMBERS, seed)) for seed in seeds}) == len(seeds)


def test_as_many_cases_are_drawn_as_asked() -> None:
    assert len(drawn(NUMBERS, SEED, 7)) == 7
    assert len(drawn({"b": st.booleans()}, SEED, 50)) == 2  # there are no more


def test_the_same_seed_draws_the_same_cases() -> None:
    assert drawn(NUMBERS, SEED) == drawn(NUMBERS, SEED)


def test_without_shrinking_the_first_failing_case_is_told() -> None:
    """The cases are the same until then; whether one fails does not depend on it."""
    told: dict[bool, list[int]] = {}
    for shrink in (True, False):
        seen: list[int] = []

        def test(n: int, seen: list[int] = seen) -> None:
            seen.append(n)
            if n > 100:
                fail(n)

        with pytest.raises(CheckFailed):
            run_cases(test, {"n": st.integers()}, 50, SEED, shrink=shrink)
        told[shrink] = seen
    first = next(i for i, n in enumerate(told[True]) if n > 100)
    assert told[True][: first + 1] == told[False][: first + 1]
    assert set(told[False][first:]) == {told[False][first]}
    assert told[True][-1] == 101
    assert len(told[False]) < len(told[True])


# --- other processes ------------------------------------------------------------------------------

SOURCE = """
import contextlib, sys
for name in sys.argv[2:]:
    __import__(name)
from grader.checks import draws
from hypothesis import strategies as st
if sys.argv[1] == "plain":
    draws.steady_hypothesis = contextlib.nullcontext
strategies = {"x": st.floats(), "n": st.integers(), "name": st.text(), "b": st.binary()}
seed = draws.seed_of("salt", "q01_unit", "test_check")
draws.run_cases(lambda **case: print(ascii(case)), strategies, 100, seed)
"""
ODD = "A, B = 8191.125, 777_777_777\nC = 'Knollenblätterpilz'\nD = b'odd bytes'\n"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Callable[..., str]:
    """Return a function that draws in a fresh process, after importing modules by name."""
    (tmp_path / "odd_constants.py").write_text(ODD, "utf-8")

    def run(mode: str, *modules: str, **env: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", SOURCE, mode, *modules],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"} | env,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.count("\n") == 100
        return done.stdout

    return run


def test_every_process_draws_the_same(elsewhere: Callable[..., str], tmp_path: Path) -> None:
    first = elsewhere("steady", PYTHONHASHSEED="1")
    # With CI set, Hypothesis loads another profile.
    assert elsewhere("steady", "odd_constants", PYTHONHASHSEED="2", CI="true") == first
    assert elsewhere("steady", "numpy", "grader.engine.plan", "odd_constants") == first
    assert not (tmp_path / ".hypothesis" / "constants").exists()
    assert not (tmp_path / ".hypothesis" / "examples").exists()


def test_hypothesis_alone_would_not(elsewhere: Callable[..., str]) -> None:
    """If this fails, Hypothesis no longer mines constants: `steady_hypothesis` may forget them."""
    assert elsewhere("plain") != elsewhere("plain", "odd_constants")


# --- shrinking ------------------------------------------------------------------------------------


def smallest(test: Callable[..., None], **strategies: Any) -> str:
    """Return what the failure says that `run_cases` raises."""
    with pytest.raises(CheckFailed) as caught:
        run_cases(test, strategies, 100, SEED)
    return caught.value.failure.got


def test_the_smallest_failing_case_is_raised() -> None:
    def over_1000(n: int) -> None:
        if n > 1000:
            fail(n)

    assert smallest(over_1000, n=st.integers(0, 10**9)) == "1001"

    def has_a_seven(values: list[int]) -> None:
        if 7 in values:
            fail(values)

    assert smallest(has_a_seven, values=st.lists(st.integers(0, 20))) == "[7]"


class Recorder:
    """Fails for lists whose sum is large and counts what happens after the first failure."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.calls_after = 0

    def __call__(self, values: list[int]) -> None:
        self.calls_after += bool(self.failed)
        if sum(values) > 10_000 and len(set(values)) > 3:
            self.failed.append(repr(values))
            fail(values)


LISTS = st.lists(st.integers(0, 10**6), max_size=30)


def test_calls_are_bounded_after_the_first_failure() -> None:
    test = Recorder()
    assert smallest(test, values=LISTS) in test.failed
    assert 0 < test.calls_after <= SHRINK_CASES


@pytest.mark.parametrize("budget", [1, 7, 40])
def test_a_spent_budget_raises_a_case_that_did_fail(
    monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    monkeypatch.setattr(draws, "SHRINK_CASES", budget)
    test = Recorder()
    assert smallest(test, values=LISTS) in test.failed
    assert test.calls_after == budget


def test_shrinking_is_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "SHRINK_CASES", 60)
    first, second = Recorder(), Recorder()
    assert smallest(first, values=LISTS) == smallest(second, values=LISTS)
    assert first.failed == second.failed


def test_a_check_may_change_what_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "SHRINK_CASES", 5)

    def uses_it_up(values: list[int]) -> None:
        total = sum(values)
        values.clear()
        if total > 10_000:
            fail(total)

    assert int(smallest(uses_it_up, values=LISTS)) > 10_000


# --- what else may happen -------------------------------------------------------------------------


def test_an_answer_that_changes_is_flaky() -> None:
    seen: set[int] = set()

    def fails_once(n: int) -> None:
        if n > 100 and not seen:
            seen.add(n)
            fail(n)

    with pytest.raises(FlakyFailure):
        run_cases(fails_once, {"n": st.integers(0, 10**6)}, 100, SEED)


@pytest.mark.parametrize("error", [Stop(Status.TIME_LIMIT, say("box.waited")), KeyboardInterrupt()])
def test_a_stop_is_not_shrunk(error: BaseException) -> None:
    calls = []

    def stops(n: int) -> None:
        calls.append(n)
        raise error

    with pytest.raises(type(error)):
        run_cases(stops, {"n": st.integers()}, 100, SEED)
    assert len(calls) == 1


@pytest.mark.parametrize("status", [Status.TIME_LIMIT, Status.CRASHED, Status.UNANSWERED])
def test_a_stop_while_a_smaller_case_is_looked_for_changes_no_verdict(status: Status) -> None:
    """The check is WRONG without shrinking, too; what was found until then is told."""
    tried: list[int] = []

    def case(n: int) -> None:
        failed = any(n > 10 for n in tried)
        tried.append(n)
        if failed and n <= 10:
            raise Stop(status, say("check.no_call"))
        if n > 10:
            raise CheckFailed(Failure(why=say("check.no_call"), got=str(n)))

    with pytest.raises(CheckFailed) as caught:
        run_cases(case, {"n": st.integers(0, 1000)}, 100, 1)
    stopped = next(i for i, n in enumerate(tried) if n <= 10 and any(m > 10 for m in tried[:i]))
    assert stopped == len(tried) - 1
    assert int(caught.value.failure.got) in tried


def test_a_mistake_of_the_author_is_told_while_a_smaller_case_is_looked_for() -> None:
    """NOT_JUDGED needs a person, whenever it comes."""

    def case(n: int) -> None:
        if n == 11:
            raise Stop(Status.NOT_JUDGED, say("check.author"))
        if n > 10:
            raise CheckFailed(Failure(why=say("check.no_call")))

    with pytest.raises(Stop):
        run_cases(case, {"n": st.integers(0, 1000)}, 100, 1)


def test_a_case_that_cannot_be_remembered_fails_at_once() -> None:
    calls = []
    with pytest.raises(Exception, match="pickle"):
        run_cases(calls.append, {"f": st.just(lambda: None)}, 10, SEED)
    assert calls == []


def state() -> tuple[object, ...]:
    return (
        dict(providers.AVAILABLE_PROVIDERS),
        providers._get_local_constants,
        providers.CONSTANTS_CACHE,
        engine.MAX_SHRINKING_SECONDS,
    )


def test_hypothesis_is_as_it_was_afterwards() -> None:
    before = state()
    run_cases(lambda n: None, {"n": st.integers()}, 5, SEED)
    assert state() == before
    for error in (CheckFailed(Failure(say("compare.differs"))), KeyboardInterrupt(), ValueError()):

        def ends(n: int, error: BaseException = error) -> None:
            raise error

        with pytest.raises(type(error)):
            run_cases(ends, {"n": st.integers()}, 5, SEED)
        assert state() == before
    assert providers.CONSTANTS_CACHE is before[2]


def test_while_a_check_runs_neither_clock_nor_constants_matter() -> None:
    before = state()
    with steady_hypothesis():
        assert len(providers._get_local_constants()) == 0
        assert providers.CONSTANTS_CACHE is not before[2]
        assert engine.MAX_SHRINKING_SECONDS > 10**6
