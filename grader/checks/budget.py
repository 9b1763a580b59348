"""What one submission of one unit may use in all: many calls, each within its limit, add up.

Without it a function that spins for nine seconds in each of a thousand calls would hold a class up
for hours and break no limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from grader.box import BoxDied
from grader.box.limits import WALL_TIMES_CPU, mostly
from grader.messages import say
from grader.outcome import Status

T = TypeVar("T")


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
        self._cpu_s = 0.0
        self._compiled_s = 0.0
        self._wall_s = 0.0

    def spend_cpu(self, cpu_s: float, compiled_s: float = 0.0) -> None:
        """Count the CPU seconds of a box that is closed; in `compiled_s` of them numba compiled."""
        self._cpu_s += cpu_s
        self._compiled_s += compiled_s

    def timed(self, ask: Callable[[], T]) -> T:
        """Return what `ask` returns, and count how long it took."""
        start = self._clock()
        try:
            return ask()
        finally:
            self._wall_s += self._clock() - start

    def demand(self, running_cpu_s: float, compiled_s: Callable[[], float] = float) -> None:
        """Raise BoxDied once the budget is spent.

        Parameters
        ----------
        running_cpu_s
            Of the box still open.
        compiled_s
            Tells how much of that went into compiling; asked only where it is needed.
        """
        cpu_s = self._cpu_s + running_cpu_s
        if cpu_s > self._cpu_limit_s:
            seconds = f"{self._cpu_limit_s:g}"
            compiling = mostly(self._compiled_s + compiled_s(), cpu_s)
            sentence = "student.budget_compiling" if compiling else "student.budget"
            raise BoxDied(Status.TIME_LIMIT, say(sentence, seconds=seconds))
        if self._wall_s > self._cpu_limit_s * WALL_TIMES_CPU:
            seconds = f"{self._cpu_limit_s * WALL_TIMES_CPU:g}"
            # Waiting may be the machine's doing: the engine tries once more, alone.
            raise BoxDied(Status.TIME_LIMIT, say("student.waited", seconds=seconds), starved=True)
