"""Judging a submission by scripts first, and live wherever a script does not say PASSED.

Two backends hold the submission. The boxes of one, the double, are asked in batches, and their
answers are all that a passed check needs. Those of the other are opened when a check has to be
judged live; each is first made to answer what it would have been asked by now, so that code which
remembers earlier calls meets the same ones, and from there on everything is as if there were no
scripts. What a live check asked, the same box of the double is told before it is asked again; where
that takes long (launches, records), the box is given up, and checks that need it are judged live.

Equal verdicts are promised for code that is a function of its input and of the calls before; code
that looks at anything else (the clock, its own stack, how deep it may recurse, the frame that holds
the later calls of a batch, how close it is to a limit) can tell a batch from a call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.box import BoxDied
from grader.checks.backends import BoxBackend
from grader.checks.declare import spec_of
from grader.checks.rooms import MOST_CONSTANTS, Room, Series, constants, owe, part, played
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
        self.past: list[Series] = []
        """What was asked before `calls`, in series whose methods count by themselves."""
        self.touched: set[Room] = set()
        """Rooms that live checks asked since `Player` looked."""
        self.emptied = False
        """Whether all boxes were closed since `Player` looked."""
        self.constants: set[bytes] = set()
        """What was set in any of the boxes."""

    def owe(self, script: Script, cpu_s: float) -> None:
        """Let the boxes make the calls of a script, before whatever they are asked next."""
        self._close()
        self.past.append(script.series)
        self.slow |= script.slow
        self.constants |= constants(script.series.rooms)
        owe(self.inner, script.series, cpu_s)

    def everything(self) -> list[Series] | None:
        """Return what was asked so far; None where it cannot be asked again."""
        self._close()
        return self.past if self.playable else None

    def holds(self, script: Script) -> bool:
        """Return whether the boxes of a script can be open together with those that are."""
        return len(self.constants | constants(script.series.rooms)) <= MOST_CONSTANTS

    def set(self, name: str, value: Any) -> None:
        """Pass it on; boxes that are closed for it have forgotten what they were asked."""
        super().set(name, value)
        self.constants.add(self.room.constant)
        self.playable &= len(self.constants) <= MOST_CONSTANTS

    def recover(self) -> None:
        """Pass it on; fresh boxes were asked nothing."""
        self._close()
        self.past.clear()
        self.slow.clear()
        self.touched.clear()
        self.constants.clear()
        self.size, self.playable, self.emptied = 0, True, True
        super().recover()

    def _close(self) -> None:
        """Begin another series."""
        if self.calls:
            self.touched.update(self.rooms)
            self.past.append(self.series())
            self.calls.clear()
            self.rooms.clear()
        self.handles.clear()


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
        self._stale: set[Room] = set()
        """Rooms of the double that were not asked what live checks asked, or were asked more."""
        self._credit = CREDIT

    def cases(self, function: Callable[..., Any], student: Student, seed: int) -> int | None:
        """Return how many cases of a check were passed; None where it has to be judged live."""
        spec = spec_of(function)
        assert spec is not None
        script = self._scripts.get(spec.name)
        if script is None or not student.answers_all(script.names):
            return None
        rooms = set(script.series.rooms)
        try:
            asks = self.diary.holds(script) and self._in_step(rooms)
            came = played(self._double, script.series, self._cpu_s) if asks else ()
        except (BoxDied, BoxError):
            came = ()
        if came and plays(script, came, function, student, seed):
            self.diary.owe(script, OWED_CPU_S)
            self._credit = CREDIT
            return script.cases
        self._stale |= rooms
        return None

    def _in_step(self, rooms: set[Room]) -> bool:
        """Return whether these rooms of the double now are as the live ones, and see to it."""
        everything = self.diary.everything()
        if everything is None:
            return False
        behind = rooms & (self._stale | self.diary.touched)
        if not (behind or self.diary.emptied):
            return True
        if not self._credit or behind & self.diary.slow:
            return False
        self._credit -= 1
        self._renew(behind, everything)
        return True

    def _renew(self, behind: set[Room], everything: Sequence[Series]) -> None:
        """Let rooms of the double make the calls that the live ones have made by now."""
        self._stale |= self.diary.touched
        self.diary.touched.clear()
        if self.diary.emptied:
            self._double.recover()
            self._stale = set()
            self.diary.emptied = False
        for room in behind:
            again = self._double.at(room)
            again.renew()
            for series in everything:
                again.play(part(series, room), OWED_CPU_S)
        self._stale -= behind
