"""A submission into a fresh box: every cell in order, without the cells that kill their box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grader.box import Box, BoxDied, Raised
from grader.checks import replies, show
from grader.checks.budget import Budget
from grader.checks.rooms import Constant
from grader.outcome import CellNote

MAX_LOADS = 8
"""Cells that may kill their box before loading gives up; each costs a fresh box."""
GIVEN = 0
"""The number under which given code runs; the notebook's cells count from 1."""
Cell = tuple[int, str]
"""Position in the notebook, from 0, and source."""


class Loader:
    """Opens boxes of one kind and loads a submission into them.

    Parameters
    ----------
    open_box
        Returns a fresh walled box.
    cells
        The submission's code cells in order.
    given
        Public code of the unit, run before the submission; our copy, not the student's.
    budget
        What all boxes of the submission may use together.
    recording
        Whether they are trace boxes.
    simulating
        Whether they have the simulated CUDA device.
    constant
        What is set in them after the last cell.
    """

    def __init__(
        self,
        open_box: Callable[[], Box],
        cells: Sequence[Cell],
        given: str | None,
        budget: Budget,
        *,
        recording: bool = False,
        simulating: bool = False,
        constant: Constant | None = None,
    ) -> None:
        self.budget = budget
        self._open_box = open_box
        self._cells = tuple(cells)
        self._given = given
        self._recording = recording
        self._simulating = simulating
        self._constant = constant
        self._killers: dict[int, CellNote] = {}
        self._told = False
        self._given_up: BoxDied | None = None
        self.notes: tuple[CellNote, ...] = ()
        """What happened to the cells; filled when the submission is first loaded."""
        self.output = ""
        """What the submission printed while it was first loaded."""
        self.starved = False
        self._printed = 0
        """Bytes printed in this load by cells that came to an end: how far one gets that is stopped
        differs from run to run."""

    def with_constant(self, constant: Constant) -> Loader:
        """Return the loader of boxes in which a constant is set; it knows the cells that kill."""
        made = Loader(
            self._open_box,
            self._cells,
            self._given,
            self.budget,
            simulating=self._simulating,
            constant=constant,
        )
        made._killers = self._killers
        return made

    def recording(self) -> Loader:
        """Return the loader of the trace boxes that belong to these."""
        return Loader(
            self._open_box,
            self._cells,
            self._given,
            self.budget,
            recording=True,
            constant=self._constant,
        )

    def loaded(self) -> Box:
        """Return a box with every cell run, leaving out the cells that kill it."""
        if self._given_up is not None:
            raise self._given_up
        while True:
            box = self._open_box()
            self.budget.opened(box)
            notes: list[CellNote] = []
            self._printed = 0
            try:
                dead = self._run_cells(box, notes)
            except BoxDied:  # the budget ran out between two cells
                self._tell(notes, box, whole=False)
                end(box, self.budget)
                raise
            self._tell(notes, box, whole=dead is None)
            if dead is None:
                return box
            end(box, self.budget)
            if len(self._killers) > MAX_LOADS:
                self._given_up = dead
                raise dead

    def _tell(self, notes: Sequence[CellNote], box: Box, *, whole: bool) -> None:
        """Keep what happened to the cells, of the first load that came through or else the last."""
        if self._told:
            return
        self._told = whole
        by_cell = {note.cell: note for note in (*notes, *self._killers.values())}
        self.notes = tuple(by_cell[cell] for cell in sorted(by_cell))
        self.output = show.clip(box.stdout(self._printed), 2000)

    def _run_cells(self, box: Box, notes: list[CellNote]) -> BoxDied | None:
        """Run the cells; return the death of the box if a cell killed it.

        The budget counts between cells too: thousands of them, each within its limit, add up.
        """
        if self._recording:
            self.budget.timed(box.record)
        if self._simulating:
            self.budget.timed(box.simulate)
        if self._given is not None:
            self.budget.timed(partial(box.run_cell, self._given, GIVEN))
            self._printed = box.printed_bytes
        for position, source in self._cells:
            if position in self._killers:
                notes.append(self._killers[position])
                continue
            self.budget.demand()
            try:
                # A traceback names the cell, and people count from 1.
                done = self.budget.timed(partial(box.run_cell, source, position + 1))
            except BoxDied as death:
                self.starved |= death.starved
                self._killers[position] = CellNote(position, death.status, death.why)
                return death
            if isinstance(done, Raised):
                notes.append(_note(position, done))
            self._printed = box.printed_bytes
        if self._constant is not None:
            self.budget.timed(partial(box.set, *self._constant))
        return None


def end(box: Box, budget: Budget) -> None:
    """Close a box; the budget keeps what it has used."""
    budget.closed(box)
    box.close()


def _note(position: int, raised: Raised) -> CellNote:
    status, why = replies.judged(raised)
    lines = tuple(show.clip(line, 200) for line in raised.lines)
    return CellNote(position, status, why, lines)
