"""Judging a submission by scripts first, and live wherever a script does not say PASSED.

Two boxes hold the submission. One, the double, is asked in batches, and its answers are all that a
passed check needs. The other is opened when the first check has to be judged live; it is then made
to answer what it would have been asked by now, so that code which remembers earlier calls meets the
same ones, and from there on everything is as if there were no scripts. What a live check asked, the
double is told before it is asked again.

Equal verdicts are promised for code that is a function of its input and of the calls before; code
that looks at anything else (the clock, its own stack, how deep it may recurse, the frame that holds
the later calls of a batch, how close it is to a limit) can tell a batch from a call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grader.box import BoxDied
from grader.checks.backends import BoxBackend
from grader.checks.declare import spec_of
from grader.checks.scripts import Scribe, Script, plays
from grader.checks.student import Student
from grader.errors import BoxError

BATCH_CPU_S = 3.0
"""A frame that takes longer is given up, and the check judged live: honest ones stay far below."""
OWED_CPU_S = 2 * BATCH_CPU_S
"""The same calls in the other box may take a little longer, and shall not end it."""
CREDIT = 3
"""How often a double is brought up to date without a check passed for it (measured: 0.05 CPU s each
time, a check judged live 0.07): a submission that fails everything is soon judged live."""


class Diary(Scribe):
    """The live box as a student's backend, and all that it was asked since it was opened."""

    def __init__(self, inner: BoxBackend) -> None:
        super().__init__(inner)
        self.past: list[tuple[bytes, ...]] = []
        """What was asked before `calls`, in series whose methods count by themselves."""
        self.renewals = 0

    def owe(self, script: Script, cpu_s: float) -> None:
        """Let the box make the calls of a script, before whatever it is asked next."""
        if self.calls:
            self.past.append(tuple(self.calls))
            self.calls.clear()
        self.past.append(script.calls)
        self.inner.owe(script.calls, cpu_s)

    def mark(self) -> tuple[int, int, int]:
        """Return how far the diary has got."""
        return self.renewals, len(self.past), len(self.calls)

    def series(self) -> list[tuple[bytes, ...]] | None:
        """Return everything asked so far; None where it cannot be asked again."""
        return [*self.past, tuple(self.calls)] if self.playable else None

    def trace(self, *args: Any, **options: Any) -> Any:
        """Pass it on: it is asked of a box of its own."""
        return self.inner.trace(*args, **options)

    def peak_bytes(self, *args: Any, **options: Any) -> Any:
        """Pass it on: it is asked of a box of its own."""
        return self.inner.peak_bytes(*args, **options)

    def recover(self) -> None:
        """Pass it on; a fresh box was asked nothing."""
        self.past.clear()
        self.calls.clear()
        self.size, self.playable = 0, True
        self.renewals += 1
        self.inner.recover()


class Player:
    """Plays the scripts of a unit to one submission.

    Parameters
    ----------
    scripts
        By the name of the check.
    double
        The submission in a box that is asked in batches.
    live
        The submission in the box that live checks ask, by way of `diary`.
    cpu_s
        What one call may take.
    """

    def __init__(
        self,
        scripts: Mapping[str, Script],
        double: BoxBackend,
        live: BoxBackend,
        cpu_s: float,
    ) -> None:
        self._scripts = scripts
        self._double = double
        self._cpu_s = min(cpu_s, BATCH_CPU_S)
        self.diary = Diary(live)
        """What live checks have to ask."""
        self._mark: tuple[int, int, int] | None = self.diary.mark()
        """Where in the diary the double is; None where its box is to be thrown away."""
        self._credit = CREDIT

    def cases(self, function: Callable[..., Any], student: Student, seed: int) -> int | None:
        """Return how many cases of a check were passed; None where it has to be judged live."""
        spec = spec_of(function)
        assert spec is not None
        script = self._scripts.get(spec.name)
        if script is None or not student.answers_all(script.names):
            return None
        try:
            came = self._double.play(script.calls, self._cpu_s) if self._in_step() else ()
        except (BoxDied, BoxError):
            came = ()
        whole = len(came) == len(script.calls)
        if whole and plays(script, came, function, student, seed):
            self.diary.owe(script, OWED_CPU_S)
            self._mark = self.diary.mark()
            self._credit = CREDIT
            return script.cases
        self._mark = None
        return None

    def _in_step(self) -> bool:
        """Return whether the double now is as the live box is, and see to it."""
        series = self.diary.series()
        if self._mark == self.diary.mark() and series is not None:
            return True
        if series is None or not self._credit:
            return False
        self._credit -= 1
        self._double.recover()
        for calls in series:
            self._double.play(calls, OWED_CPU_S)
        return True
