"""The box as a student's backend: calls a submission, starts afresh after a death."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from grader.box import Box, BoxDied, Launched, Missing, Raised, Returned, Traced, Zygote, wire
from grader.checks.arrays import lent
from grader.checks.budget import Budget
from grader.checks.loading import Cell, Loader, end
from grader.checks.rooms import MOST_CONSTANTS, Room, constant_of, setting
from grader.course import Limits, Unit, read_text
from grader.errors import BoxError
from grader.outcome import CellNote


class BoxBackend:
    """Keeps one box with the submission loaded; a death or `recover` makes the next one fresh.

    Parameters
    ----------
    loader
        Opens its boxes.
    """

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._budget = loader.budget
        self._tracer: BoxBackend | None = None
        self._others: dict[bytes, BoxBackend] = {}
        """Those in which a constant was set, by the request that sets it."""
        self._chosen: BoxBackend | None = None
        self._box: Box | None = None
        self._owed: list[tuple[Sequence[bytes], float, bool]] = []
        self._unsure = False
        """Whether the box may have died, or said too much, without anybody having noticed."""
        self._late: BoxDied | None = None
        """A death that was noticed, and that the next call is to be told."""

    @classmethod
    def of(
        cls,
        open_box: Callable[[], Box],
        cells: Sequence[Cell],
        given: str | None = None,
        budget: Budget | None = None,
        *,
        simulating: bool = False,
    ) -> BoxBackend:
        """Return a backend that loads these cells; the parameters are those of `Loader`."""
        allowed = budget or Budget(Limits().unit_cpu_s)
        return cls(Loader(open_box, cells, given, allowed, simulating=simulating))

    @property
    def notes(self) -> tuple[CellNote, ...]:
        """What happened to the cells; filled when the submission is first loaded."""
        return self._loader.notes

    @property
    def output(self) -> str:
        """What the submission printed while it was first loaded."""
        return self._loader.output

    @property
    def starved(self) -> bool:
        """Whether a cell ran out of wall time while it used no CPU time."""
        return self._loader.starved

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
                loader = self._loader.with_constant(constant_of(room.constant))
                self._others[room.constant] = BoxBackend(loader)
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

    def aside(self) -> AbstractContextManager[None]:
        """Return a context in which what boxes use is counted for itself (`Budget.aside`)."""
        return self._budget.aside()

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

    def _forget_others(self) -> None:
        self._chosen = None
        for other in self._others.values():
            self._end(other)
        self._others.clear()

    def _end(self, other: BoxBackend) -> None:
        other.recover()
        self._loader.starved |= other.starved

    def _discard(self) -> None:
        if self._box is not None:
            end(self._box, self._budget)
            self._box = None

    def load(self) -> None:
        """Load the submission now, so that `notes` is filled even if no check calls it."""
        self._ready()

    def _traced(self) -> BoxBackend:
        """Return the backend of trace boxes; values are asked of boxes that nothing was done to."""
        if self._tracer is None:
            self._tracer = BoxBackend(self._loader.recording())
        return self._tracer

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
            self._box = self._loader.loaded()
            self._unsure = True
        return self._box


def unit_backend(unit: Unit, zygote: Zygote, cells: Sequence[Cell]) -> BoxBackend:
    """Return a backend that runs these cells in boxes as a unit wants them."""
    return BoxBackend.of(
        lambda: zygote.open_box(unit.limits),
        cells,
        read_text(unit.given) if unit.given else None,
        Budget(unit.limits.unit_cpu_s),
        simulating="SIM" in unit.rules,
    )
