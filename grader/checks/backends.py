"""The box as a student's backend: loads a submission, calls it, starts afresh after a death."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from grader.box import Box, BoxDied, Launched, Missing, Raised, Returned, Traced, Zygote, wire
from grader.checks import show
from grader.checks.arrays import lent
from grader.checks.budget import Budget
from grader.checks.rooms import MOST_CONSTANTS, Constant, Room, constant_of, setting
from grader.course import Limits, Unit
from grader.errors import BoxError
from grader.messages import say
from grader.outcome import CellNote, Status

MAX_LOADS = 8
"""Cells that may kill their box before loading gives up; each costs a fresh box."""
GIVEN = 0
"""The number under which given code runs; the notebook's cells count from 1."""
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
    budget
        What all its boxes may use together.
    recording
        Whether its boxes are trace boxes.
    simulating
        Whether its boxes have the simulated CUDA device.
    constant
        What is set in its boxes after the last cell.
    """

    def __init__(
        self,
        open_box: Callable[[], Box],
        cells: Sequence[Cell],
        given: str | None = None,
        budget: Budget | None = None,
        *,
        recording: bool = False,
        simulating: bool = False,
        constant: Constant | None = None,
    ) -> None:
        self._open_box = open_box
        self._recording = recording
        self._simulating = simulating
        self._constant = constant
        self._tracer: BoxBackend | None = None
        self._others: dict[bytes, BoxBackend] = {}
        """Those in which a constant was set, by the request that sets it."""
        self._chosen: BoxBackend | None = None
        self._budget = budget or Budget(Limits().unit_cpu_s)
        self._cells = tuple(cells)
        self._given = given
        self._box: Box | None = None
        self._killers: dict[int, CellNote] = {}
        self._told = False
        self._given_up: BoxDied | None = None
        self._owed: list[tuple[Sequence[bytes], float, bool]] = []
        self._unsure = False
        """Whether the box may have died, or said too much, without anybody having noticed."""
        self._late: BoxDied | None = None
        """A death that was noticed, and that the next call is to be told."""
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
        sent, named = lent(args, kwargs, frozen)
        box = self._current()._ready()
        return self._budget.timed(lambda: box.call(name, sent, named, out=out, frozen=frozen))

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Make an object inside the box; the value is its handle."""
        box = self._current()._ready()
        return self._budget.timed(lambda: box.new(name, args, dict(kwargs)))

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Call a method of an object inside the box."""
        box = self._current()._ready()
        return self._budget.timed(lambda: box.call_method(handle, name, args, dict(kwargs)))

    def trace(
        self, name: str, kwargs: Mapping[str, Any], *, native: bool, refuse_products: bool
    ) -> Traced | Raised | Missing:
        """Call a function in a trace box, with every array recorded."""
        box = self._current()._traced()._ready()
        options = {"native": native, "refuse_products": refuse_products}
        return self._budget.timed(lambda: box.trace(name, (), kwargs, **options))

    def peak_bytes(self, name: str, kwargs: Mapping[str, Any]) -> Returned | Raised | Missing:
        """Call a function in a trace box; the value is its peak of extra memory, in bytes."""
        box = self._current()._traced()._ready()
        return self._budget.timed(lambda: box.peak_bytes(name, (), kwargs))

    def launch(
        self,
        name: str,
        kwargs: Mapping[str, Any],
        *,
        grid: tuple[int, ...],
        block: tuple[int, ...],
        order: int,
        refuse_products: bool,
    ) -> Launched | Raised | Missing:
        """Launch a kernel on the simulated device, or call a host function that does."""
        box = self._current()._ready()
        return self._budget.timed(
            lambda: box.launch(
                name,
                kwargs,
                grid=grid,
                block=block,
                order=order,
                refuse_products=refuse_products,
            )
        )

    def play(self, calls: Sequence[bytes], cpu_s: float, most_bytes: int) -> tuple[bytes, ...]:
        """Make packed calls one after the other, many in a frame; return the packed answers.

        Parameters
        ----------
        cpu_s
            CPU seconds for the calls of one frame.
        most_bytes
            Of the answers, which are all kept: the last ones are missing after that many.

        Raises
        ------
        BoxDied
            The box died of these calls, or had died of what came before them: then it is `spoiled`,
            and the next call dies as well.
        """
        box = self._paid()
        if self._unsure:
            try:
                self._asked(box, wire.batch((), first=1), cpu_s, None)
            except BoxDied as death:
                self._late = death
                raise
            self._unsure = False
        came: list[bytes] = []
        for batch in wire.kept_batches(tuple(calls)):
            part = self._asked(box, batch, cpu_s, most_bytes)
            came += part
            most_bytes -= sum(map(len, part))
            if len(part) < batch.calls or most_bytes < 0:
                break
        return tuple(came)

    def _asked(
        self, box: Box, batch: wire.Batch, cpu_s: float, most_bytes: int | None
    ) -> tuple[bytes, ...]:
        self._budget.demand()
        return self._budget.timed(partial(box.batch, batch, cpu_s, most_bytes))

    def set(self, name: str, value: Any) -> None:
        """Ask, until `unset`, boxes in which a module constant was set, and no other.

        numba freezes constants when it compiles, and a submission may work with them whenever it
        likes: a box never sees two values. As the other boxes, these last from check to check.
        """
        request = setting(name, value)
        if request not in self._others and len(self._others) >= MOST_CONSTANTS:
            self._forget_others()
        self._chosen = self.at(Room(request))
        self._chosen.load()

    def unset(self) -> None:
        """Ask boxes in which nothing was set."""
        self._chosen = None

    def at(self, room: Room) -> BoxBackend:
        """Return the backend of one kind of boxes, all of which hold this submission."""
        home = self
        if room.constant:
            if room.constant not in self._others:
                self._others[room.constant] = self._other(room.constant)
            home = self._others[room.constant]
        return home._traced() if room.traced else home

    def recover(self) -> None:
        """Close all boxes; calls open and load fresh ones, and nothing is owed to them or set."""
        self._owed.clear()
        self._late = None
        self._discard()
        if self._tracer is not None:
            self._tracer.recover()
        self._forget_others()

    def forget(self, constant: bytes) -> None:
        """Close the boxes in which a constant was set, as if it never had been."""
        other = self._others.pop(constant, None)
        if other is not None:
            self._end(other)

    def renew(self) -> None:
        """Close the box, for a next one that is asked the same; the budget counts that one only.

        Not those in which something is set or recorded: they have backends of their own (`at`).
        """
        self._owed.clear()
        if self._box is not None:
            self._budget.write_off(self._box)
            self._box.close()
            self._box = None

    def spoiled(self, room: Room) -> bool:
        """Return whether the next call in a room meets a death that was there before it."""
        home = self._others.get(room.constant) if room.constant else self
        found = home._tracer if home is not None and room.traced else home
        return found is not None and found._late is not None

    @property
    def astray(self) -> bool:
        """Whether a box could not be brought to where it should be: only a fresh start can tell."""
        return self._budget.astray

    @property
    def renewable(self) -> bool:
        """Whether boxes may be renewed: what that costs has its limit."""
        return self._budget.forgives

    @property
    def cpu_s(self) -> float:
        """CPU seconds that all boxes of this submission have used."""
        return self._budget.cpu_s

    def _current(self) -> BoxBackend:
        return self._chosen or self

    def _other(self, request: bytes) -> BoxBackend:
        made = BoxBackend(
            self._open_box,
            self._cells,
            self._given,
            self._budget,
            simulating=self._simulating,
            constant=constant_of(request),
        )
        made._killers = self._killers
        return made

    def _forget_others(self) -> None:
        self._chosen = None
        for other in self._others.values():
            self._end(other)
        self._others.clear()

    def _end(self, other: BoxBackend) -> None:
        other.recover()
        self.starved |= other.starved

    def _discard(self) -> None:
        if self._box is not None:
            self._close(self._box)
            self._box = None

    def load(self) -> None:
        """Load the submission now, so that `notes` is filled even if no check calls it."""
        self._ready()

    def _traced(self) -> BoxBackend:
        """Return the backend of trace boxes; values are asked of boxes that nothing was done to."""
        if self._tracer is None:
            self._tracer = BoxBackend(
                self._open_box,
                self._cells,
                self._given,
                self._budget,
                recording=True,
                constant=self._constant,
            )
        return self._tracer

    def _close(self, box: Box) -> None:
        self._budget.closed(box)
        box.close()

    def owe(self, calls: Sequence[bytes], cpu_s: float, *, lasting: bool) -> None:
        """Make these packed calls before whatever is asked next; nobody looks at the answers.

        Parameters
        ----------
        lasting
            Whether they are asked of other submissions, too.
        """
        self._owed.append((calls, cpu_s, lasting))

    def _ready(self) -> Box:
        """Return the box for a call of its own; whether it survives that is seen at the next."""
        box = self._paid()
        self._unsure = True
        return box

    def _paid(self) -> Box:
        """Return the box after it has made the calls that are owed to it."""
        if self._late is not None:
            late, self._late = self._late, None
            raise late
        box = self._opened()
        owed, self._owed = self._owed, []
        for calls, cpu_s, lasting in owed:
            batches = wire.kept_batches(tuple(calls)) if lasting else wire.batches(calls)
            try:
                for batch in batches:
                    self._asked(box, batch, cpu_s, None)
            except (BoxDied, BoxError):
                # The box before survived them: this one is not what it should be.
                self._budget.astray = True
                break
        return self._opened() if owed else box

    def _opened(self) -> Box:
        self._budget.demand()
        if self._box is None or not self._box.alive:
            self._discard()
            self._box = self._loaded()
        return self._box

    def _loaded(self) -> Box:
        """Return a box with every cell run, leaving out the cells that kill it."""
        if self._given_up is not None:
            raise self._given_up
        while True:
            box = self._open_box()
            self._budget.opened(box)
            notes: list[CellNote] = []
            try:
                dead = self._run_cells(box, notes)
            except BoxDied:  # the budget ran out between two cells
                self._tell(notes, box, whole=False)
                self._close(box)
                raise
            self._tell(notes, box, whole=dead is None)
            if dead is None:
                self._unsure = True
                return box
            self._close(box)
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
        self.output = show.clip(box.stdout(), 2000)

    def _run_cells(self, box: Box, notes: list[CellNote]) -> BoxDied | None:
        """Run the cells; return the death of the box if a cell killed it.

        The budget counts between cells too: thousands of them, each within its limit, add up.
        """
        if self._recording:
            self._budget.timed(box.record)
        if self._simulating:
            self._budget.timed(box.simulate)
        if self._given is not None:
            self._budget.timed(partial(box.run_cell, self._given, GIVEN))
        for position, source in self._cells:
            if position in self._killers:
                notes.append(self._killers[position])
                continue
            self._budget.demand()
            try:
                # A traceback names the cell, and people count from 1.
                done = self._budget.timed(partial(box.run_cell, source, position + 1))
            except BoxDied as death:
                self.starved |= death.starved
                self._killers[position] = CellNote(position, death.status, death.why)
                return death
            if isinstance(done, Raised):
                notes.append(_note(position, done))
        if self._constant is not None:
            self._budget.timed(partial(box.set, *self._constant))
        return None


def unit_backend(unit: Unit, zygote: Zygote, cells: Sequence[Cell]) -> BoxBackend:
    """Return a backend that runs these cells in boxes as a unit wants them."""
    return BoxBackend(
        lambda: zygote.open_box(unit.limits),
        cells,
        unit.given.read_text("utf-8") if unit.given else None,
        Budget(unit.limits.unit_cpu_s),
        simulating="SIM" in unit.rules,
    )


def _note(position: int, raised: Raised) -> CellNote:
    why = say(
        "student.raised",
        type=show.clip(raised.type_name, 80),
        message=show.clip(raised.message, 300),
    )
    status = Status.MEMORY_LIMIT if raised.memory_evidence else Status.ERROR
    lines = tuple(show.clip(line, 200) for line in raised.lines)
    return CellNote(position, status, why, lines)
