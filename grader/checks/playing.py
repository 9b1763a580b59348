"""Judging a submission by scripts first, and live wherever a script does not say PASSED.

The boxes of a submission are asked in batches, and the answers are all that a passed check needs:
the boxes are then as a live run would have left them, since it makes the same calls. Where a check
is not passed, the boxes it asked are closed, and fresh ones are made to answer what had been asked
before it, so that code which remembers earlier calls meets the same ones; then the check is judged
as if there were no scripts. What live checks ask is written down for the next time.

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
from grader.checks.rooms import MOST_CONSTANTS, Room, Series, constants, part, played
from grader.checks.scribe import Scribe
from grader.checks.scripts import Script, plays
from grader.checks.student import Student
from grader.errors import BoxError

BATCH_CPU_S = 3.0
"""A frame that takes longer is given up, and the check judged live: honest ones stay far below."""
OWED_CPU_S = 2 * BATCH_CPU_S
"""The same calls in the next box may take a little longer, and shall not end it."""
CREDIT = 3
"""How often boxes are gone back for without a check passed since (measured: 0.05 CPU s each time, a
check judged live 0.07): a submission that fails everything is soon judged live."""


class Diary(Scribe):
    """A submission's boxes as a student's backend, and all that they were asked."""

    def __init__(self, inner: BoxBackend) -> None:
        super().__init__(inner)
        self._past: list[Series] = []
        """What was asked before `calls`, in series whose methods count by themselves."""
        self._constants: set[bytes] = set()
        """What was set in any of the boxes."""

    def add(self, script: Script) -> None:
        """Note that the calls of a script were made."""
        self._close()
        self._past.append(script.series)
        self.slow |= script.slow
        self._constants |= constants(script.series.rooms)

    def holds(self, script: Script) -> bool:
        """Return whether a script can be played now, and gone back for."""
        many = len(self._constants | constants(script.series.rooms)) > MOST_CONSTANTS
        return self.playable and not many

    def go_back(self, rooms: set[Room], cpu_s: float) -> None:
        """Make these boxes as they were before calls that are not written down.

        Parameters
        ----------
        cpu_s
            What the calls of one frame may take when they are made again.
        """
        self._close()
        for unknown in constants(rooms) - self._constants:
            self.inner.forget(unknown)
        for room in rooms:
            if room.constant and room.constant not in self._constants:
                continue
            again = self.inner.at(room)
            again.renew()
            for series in self._past:
                again.owe(part(series, room), cpu_s, lasting=series.lasting)

    def set(self, name: str, value: Any) -> None:
        """Pass it on; boxes that are closed for it have forgotten what they were asked."""
        super().set(name, value)
        self._constants.add(self.room.constant)
        self.playable &= len(self._constants) <= MOST_CONSTANTS

    def recover(self) -> None:
        """Pass it on; fresh boxes were asked nothing."""
        self._close()
        self._past.clear()
        self._constants.clear()
        self.slow.clear()
        self.size, self.playable = 0, True
        super().recover()

    def _close(self) -> None:
        """Begin another series."""
        if self.calls:
            self._past.append(self.series())
            self.calls.clear()
            self.rooms.clear()
        self.handles.clear()


class Player:
    """Plays the scripts of a unit to one submission.

    Parameters
    ----------
    scripts
        By the name of the check.
    boxes
        The submission.
    cpu_s
        What one call may take.
    """

    def __init__(self, scripts: Mapping[str, Script], boxes: BoxBackend, cpu_s: float) -> None:
        self._scripts = scripts
        self._boxes = boxes
        self._cpu_s = min(cpu_s, BATCH_CPU_S)
        self.diary = Diary(boxes)
        """What live checks have to ask."""
        self._given_up: set[Room] = set()
        """Rooms in which no more scripts are played: to go back there takes too long."""
        self._credit = CREDIT

    def cases(self, function: Callable[..., Any], student: Student, seed: int) -> int | None:
        """Return how many cases of a check were passed; None where it has to be judged live."""
        spec = spec_of(function)
        assert spec is not None
        script = self._scripts.get(spec.name)
        if script is None or not student.answers_all(script.names) or not self._may_play(script):
            return None
        rooms = set(script.series.rooms)
        try:
            came = played(self._boxes, script.series, self._cpu_s, script.most_bytes)
        except (BoxDied, BoxError):
            came = ()
        if came and plays(script, came, function, student, seed):
            self.diary.add(script)
            self._credit = CREDIT
            return script.cases
        self._credit -= 1
        self._given_up |= rooms & (self.diary.slow | script.slow)
        # What had happened before, a live check finds out; a fresh box would hide it.
        self.diary.go_back({r for r in rooms if not self._boxes.spoiled(r)}, OWED_CPU_S)
        return None

    def _may_play(self, script: Script) -> bool:
        free = self._given_up.isdisjoint(script.series.rooms)
        return self._credit > 0 and self._boxes.renewable and free and self.diary.holds(script)
