"""The box as a student's backend: loads a submission, calls it, starts afresh after a death."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.box import Box, BoxDied, Missing, Raised, Returned
from grader.checks import show
from grader.checks.arrays import read_only
from grader.messages import say
from grader.outcome import CellNote, Status

MAX_LOADS = 8
"""Cells that may kill their box before loading gives up; each costs a fresh box."""
Cell = tuple[int, str]
"""Position in the notebook, from 0, and source."""


class BoxBackend:
    """Keeps one box with the submission loaded; a death or `recover` makes the next one fresh.

    Parameters
    ----------
    open_box
        Returns a fresh walled box.
    given
        Public code of the unit, run before the submission; our copy, not the student's.
    cells
        The submission's code cells in order.
    """

    def __init__(
        self, open_box: Callable[[], Box], cells: Sequence[Cell], given: str | None = None
    ) -> None:
        self._open_box = open_box
        self._cells = tuple(cells)
        self._given = given
        self._box: Box | None = None
        self._killers: dict[int, CellNote] = {}
        self._told = False
        self.notes: tuple[CellNote, ...] = ()
        """What happened to the cells; filled when the submission is first loaded."""
        self.output = ""
        """What the submission printed while it was first loaded."""
        self.starved = False

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        """Call a function of the submission; the arrays in `frozen` arrive read-only."""
        sent = tuple(read_only(v) if str(i) in frozen else v for i, v in enumerate(args))
        named = {n: read_only(v) if n in frozen else v for n, v in kwargs.items()}
        return self._ready().call(name, sent, named, out=out, frozen=frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Make an object inside the box; the value is its handle."""
        return self._ready().new(name, args, dict(kwargs))

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Call a method of an object inside the box."""
        return self._ready().call_method(handle, name, args, dict(kwargs))

    def set(self, name: str, value: Any) -> None:
        """Set a module constant in a fresh box: numba freezes constants when it compiles."""
        self.recover()
        self._ready().set(name, value)

    def recover(self) -> None:
        """Close the box; the next call opens and loads a fresh one."""
        if self._box is not None:
            self._box.close()
            self._box = None

    def load(self) -> None:
        """Load the submission now, so that `notes` is filled even if no check calls it."""
        self._ready()

    def _ready(self) -> Box:
        if self._box is None or not self._box.alive:
            self.recover()
            self._box = self._loaded()
        return self._box

    def _loaded(self) -> Box:
        """Return a box with every cell run, leaving out the cells that kill it."""
        while True:
            box = self._open_box()
            notes: list[CellNote] = []
            dead = self._run_cells(box, notes)
            if dead is None:
                if not self._told:
                    self._told = True
                    self.notes = tuple(sorted(notes, key=lambda n: n.cell))
                    self.output = show.clip(box.stdout(), 2000)
                return box
            box.close()
            if len(self._killers) > MAX_LOADS:
                raise dead

    def _run_cells(self, box: Box, notes: list[CellNote]) -> BoxDied | None:
        """Run the cells; return the death of the box if a cell killed it."""
        if self._given is not None:
            box.run_cell(self._given, -1)
        for position, source in self._cells:
            if position in self._killers:
                notes.append(self._killers[position])
                continue
            try:
                done = box.run_cell(source, position)
            except BoxDied as death:
                self.starved |= death.starved
                self._killers[position] = CellNote(position, death.status, death.why)
                return death
            if isinstance(done, Raised):
                notes.append(_note(position, done))
        return None


def _note(position: int, raised: Raised) -> CellNote:
    why = say(
        "student.raised",
        type=show.clip(raised.type_name, 80),
        message=show.clip(raised.message, 300),
    )
    status = Status.MEMORY_LIMIT if raised.memory_evidence else Status.ERROR
    lines = tuple(show.clip(line, 200) for line in raised.lines)
    return CellNote(position, status, why, lines)
