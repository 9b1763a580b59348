"""What one submission of one unit may use in all: many calls, each within its limit, add up.

Without it a function that spins for nine seconds in each of a thousand calls would hold a class up
for hours and break no limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from grader.box import BoxDied
from grader.box.limits import WALL_TIMES_CPU, mostly
from grader.messages import say
from grader.outcome import Status

T = TypeVar("T")


class Metered(Protocol):
    """A box, as far as it is counted."""

    @property
    def cpu_s(self) -> float:
        """CPU seconds used so far."""

    def compiled_s(self) -> float:
        """Return in how many of them numba compiled."""


class Budget:
    """Counts CPU and wall seconds of all boxes of one submission.

    Parameters
    ----------
    cpu_s
        CPU seconds of all cells and calls together.
    """

    def __init__(self, cpu_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._cpu_limit_s = cpu_s
        self._clock = clock
        self._open: list[Metered] = []
        self._cpu_s = 0.0
        """Of boxes that are closed."""
        self._compiled_s = 0.0
        self._written_off_s = 0.0
        self._wall_limit_s = cpu_s * WALL_TIMES_CPU
        self.astray = False
        """Whether a box is not as it would be, had nothing been asked twice."""
        self._wall_s = 0.0
        self._aside = (0.0, 0.0)
        """CPU and wall seconds of searches that are over."""
        self._search_began: tuple[float, float] | None = None

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Count for itself what is used in this block: the search for a smaller failing input.

        It is made for the reader, so it takes nothing from the checks that follow. In all it may
        use as much again as the submission.
        """
        self._search_began = self.cpu_s, self._wall_s
        try:
            yield
        finally:
            self._aside = self._used_aside()
            self._search_began = None

    def _used_aside(self) -> tuple[float, float]:
        cpu_s, wall_s = self._aside
        if self._search_began is not None:
            began_cpu_s, began_wall_s = self._search_began
            # Less than before where a box was written off meanwhile.
            cpu_s += max(self.cpu_s - began_cpu_s, 0.0)
            wall_s += self._wall_s - began_wall_s
        return cpu_s, wall_s

    def opened(self, box: Metered) -> None:
        """Count what a box uses from now on."""
        self._open.append(box)

    def write_off(self, box: Metered) -> None:
        """Forgive what a box has used: the next one does it again, and is counted for it."""
        self._open.remove(box)
        self._written_off_s += box.cpu_s

    @property
    def forgives(self) -> bool:
        """Whether the open boxes may be written off, too; in all as much as may be used."""
        cpu_s = self._written_off_s + sum(box.cpu_s for box in self._open)
        return cpu_s < self._cpu_limit_s and self._wall_s < self._wall_limit_s / 2

    def closed(self, box: Metered) -> None:
        """Keep what a box has used; it may be closed now."""
        self._open.remove(box)
        self._cpu_s += box.cpu_s
        self._compiled_s += box.compiled_s()

    def timed(self, ask: Callable[[], T]) -> T:
        """Return what `ask` returns, and count how long it took."""
        start = self._clock()
        try:
            return ask()
        finally:
            self._wall_s += self._clock() - start

    @property
    def cpu_s(self) -> float:
        """CPU seconds used so far, but for what was written off."""
        return self._cpu_s + sum(box.cpu_s for box in self._open)

    def demand(self) -> None:
        """Raise BoxDied once the budget is spent."""
        cpu_s, wall_s = self._used_aside()
        if self._search_began is None:
            cpu_s, wall_s = self.cpu_s - cpu_s, self._wall_s - wall_s
        if cpu_s > self._cpu_limit_s:
            seconds = f"{self._cpu_limit_s:g}"
            compiled_s = self._compiled_s + sum(box.compiled_s() for box in self._open)
            compiling = mostly(compiled_s, cpu_s)
            sentence = "student.budget_compiling" if compiling else "student.budget"
            raise BoxDied(Status.TIME_LIMIT, say(sentence, seconds=seconds))
        if wall_s > self._wall_limit_s:
            seconds = f"{self._wall_limit_s:g}"
            # Waiting may be the machine's doing: the engine tries once more, alone.
            raise BoxDied(Status.TIME_LIMIT, say("student.waited", seconds=seconds), starved=True)
