"""Hypothesis, made to draw the same cases for a salt, a unit and a check in every process.

Two things of Hypothesis would break that (measured, FINDINGS §4): it mines constants from the
local modules that happen to be imported, and it bounds shrinking by a clock. Both are replaced
while a check runs, and only then. Shrinking is bounded by calls to the student instead: when the
budget is spent, cases already seen keep their verdict and new ones are not tried.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from types import ModuleType
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.errors import FlakyFailure
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import engine, providers
from hypothesis.internal.constants_ast import Constants

from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.outcome import Status

Aside = Callable[[], AbstractContextManager[None]]
SHRINK_CASES = 300
"""Cases tried after the first failure. 500 accepted steps is Hypothesis' own bound."""
NO_CLOCK_S = 10**9


def seed_of(salt: str, unit: str, check: str) -> int:
    """Return the seed of one check: sha256 of salt, unit and check."""
    digest = hashlib.sha256(f"{salt}\0{unit}\0{check}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def run_cases(
    test: Callable[..., None],
    strategies: Mapping[str, Any],
    examples: int,
    seed: int,
    *,
    shrink: bool = True,
    aside: Aside = nullcontext,
) -> None:
    """Run `test` on `examples` drawn cases; on a failure shrink it and raise the smallest one.

    Parameters
    ----------
    shrink
        Whether a smaller case is looked for; whether one fails does not depend on it.
    aside
        A context for the search after the first failure.

    Raises
    ------
    CheckFailed, StudentRaised
        Of the smallest failing case.
    hypothesis.errors.FlakyFailure
        The same case failed once and passed once: the student's answer is not a function of it.
    RuntimeError
        The strategy drew something else when it was asked again: the author's mistake.
    """
    stack = ExitStack()
    budget = _ShrinkBudget(test, lambda: stack.enter_context(aside()))

    def case(**drawn: Any) -> None:
        budget.run(drawn)

    wrapped = hypothesis.given(**strategies)(case)
    wrapped = hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        backend="hypothesis",
        phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=hypothesis.Verbosity.quiet,
    )(wrapped)
    with stack, steady_hypothesis():
        try:
            hypothesis.seed(seed)(wrapped)()
        except _CaseFailed as failed:
            raise failed.error from None
        except FlakyFailure:
            if budget.changed:
                raise
            raise RuntimeError("the strategy draws another case when asked again") from None


class _CaseFailed(Exception):
    """How every failure passes through Hypothesis.

    It tells failures apart by type and line. A student who answers the second time in another way
    could make one case fail at two lines; that is the student's doing and not a broken check.
    """

    def __init__(self, error: CheckFailed | StudentRaised) -> None:
        super().__init__()
        self.error = error


class _ShrinkBudget:
    """Stops trying new cases `SHRINK_CASES` after the first failure, deterministically."""

    def __init__(self, test: Callable[..., None], begin: Callable[[], None]) -> None:
        self.test = test
        self.begin = begin
        """Called after the first failure."""
        self.failed: dict[bytes, CheckFailed | StudentRaised] = {}
        self.changed = False
        """Whether a case was answered in two ways."""
        self.spent = 0

    def run(self, case: dict[str, Any]) -> None:
        key = pickle.dumps(case)  # before the check, which may change what was drawn
        if self.spent >= SHRINK_CASES:
            # The last replay of the smallest case has to fail again: answer it from memory.
            error = self.failed.get(key)
        else:
            self.spent += bool(self.failed)
            error = self._tried(key, case)
        if error is not None:
            raise _CaseFailed(error)

    def _tried(self, key: bytes, case: dict[str, Any]) -> CheckFailed | StudentRaised | None:
        known = self.failed.get(key)
        try:
            self.test(**case)
        except (CheckFailed, StudentRaised) as error:
            # Its frames hold what the student returned: 300 failures of 256 MiB each.
            error.__traceback__ = error.__context__ = None
            self.changed |= known is not None and known.failure.why != error.failure.why
            if not self.failed:
                self.begin()
            self.failed.setdefault(key, error)
            return error
        except Stop as stop:
            if not self.failed or stop.status is Status.NOT_JUDGED:
                raise
            # A case has failed already. That a smaller one crashes, or that looking for it took the
            # time that was left, is no reason for another verdict.
            self.spent = SHRINK_CASES
            return known
        self.changed |= known is not None
        return None


@contextmanager
def steady_hypothesis() -> Iterator[None]:
    """Replace, while a check runs, what makes draws depend on the process or on time.

    At their source: a provider of our own is not enough, because Hypothesis falls back to its own
    one for some of the cases it generates.
    """
    steady: tuple[tuple[ModuleType, str, object], ...] = (
        (providers, "_get_local_constants", Constants),  # called, it gives none
        (providers, "CONSTANTS_CACHE", LRUCache(1024)),  # the other one may know mined constants
        (engine, "MAX_SHRINKING_SECONDS", NO_CLOCK_S),
    )
    known = [getattr(module, name) for module, name, _ in steady]
    try:
        for module, name, value in steady:
            setattr(module, name, value)
        yield
    finally:
        for (module, name, _), value in zip(steady, known, strict=True):
            setattr(module, name, value)
