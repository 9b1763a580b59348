"""What a box can be asked, and the zygote that opens boxes: the trusted side's front.

Nothing that arrives from a box is believed before `wire` and `answers` have checked it; how long a
box may take and what ended it is `supervision`'s.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from grader.box import answers, wire
from grader.box.answers import (
    CellDone,
    Compiled,
    Held,
    Launched,
    Missing,
    Raised,
    Ran,
    Returned,
    Traced,
)
from grader.box.host import Host
from grader.box.limits import refused
from grader.box.requests import call_request, launch_request, trace_request
from grader.box.supervision import SupervisedProcess
from grader.box.walls import Rung
from grader.course import Limits
from grader.messages import say
from grader.outcome import Status

_ENDS_OF_A_CALL = (wire.Kind.RETURNED, wire.Kind.RAISED, wire.Kind.MISSING)


class Box(SupervisedProcess):
    """One walled process with one submission's code. Made by `Zygote.open_box`."""

    _held: Mapping[str, NDArray[np.generic]] = MappingProxyType({})
    """The outputs of the held call, as they were sent: what `fetch` gets is of their shapes."""

    def run_cell(self, source: str, index: int) -> CellDone | Raised:
        """Run one notebook cell under the CPU limit of a cell.

        Raises
        ------
        BoxDied
            It went over a limit, crashed, or broke the channel.
        """
        request = {"source": source, "index": index}
        kinds = (wire.Kind.DONE, wire.Kind.RAISED)
        frame = self._ask(wire.Kind.CELL, request, kinds, self._limits.cell_cpu_s)
        if frame.kind is wire.Kind.RAISED:
            return self._raised(frame.value)
        return CellDone()

    def call(
        self,
        name: str,
        args: Sequence[object],
        kwargs: Mapping[str, object],
        *,
        out: Sequence[str] = (),
        frozen: Sequence[str] = (),
    ) -> Returned | Raised | Missing:
        """Call the student's function `name`.

        Parameters
        ----------
        out, frozen
            Array arguments (keywords, or "0", "1", … by position) whose final memory is wanted
            back in `Returned.buffers`.
        """
        return self._call(wire.Kind.CALL, name, {}, args, kwargs, (*out, *frozen))

    def new(
        self, class_name: str, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> Returned | Raised | Missing:
        """Make an object of the student's class; the returned value is its handle."""
        return self._call(wire.Kind.NEW, class_name, {}, args, kwargs, ())

    def call_method(
        self,
        handle: int,
        name: str,
        args: Sequence[object],
        kwargs: Mapping[str, object],
        *,
        out: Sequence[str] = (),
        frozen: Sequence[str] = (),
    ) -> Returned | Raised | Missing:
        """Call a method of the object behind `handle`, like `call`."""
        where = {"handle": handle}
        return self._call(wire.Kind.METHOD, name, where, args, kwargs, (*out, *frozen))

    def set(self, name: str, value: object) -> None:
        """Set a global of the submission."""
        request = {"name": name, "value": value}
        self._ask(wire.Kind.SET, request, (wire.Kind.DONE,), self._limits.cpu_s)

    def record(self) -> None:
        """Make this a trace box. Ask it before the first cell: cells keep what they import."""
        self._ask(wire.Kind.RECORD, {}, (wire.Kind.DONE,), self._limits.cpu_s)

    def batch(
        self, batch: wire.Batch, cpu_s: float, most_bytes: int | None = sys.maxsize
    ) -> tuple[bytes, ...]:
        """Make many calls in one exchange; return the packed answer of each.

        Parameters
        ----------
        batch
            Of packed requests (`requests`). A method has in place of its handle the
            number of the call that made the object.
        cpu_s
            CPU seconds for all of them together; what numba compiles for them comes on top, as long
            as all is within the limit of a call.
        most_bytes
            Of the answers together: after that many no more calls are made. None where nobody looks
            at the answers, and none come.

        Raises
        ------
        BoxDied
            As for one call. Which of them it was is not known.
        """
        request = batch.frames | {"first": batch.first, "most_bytes": most_bytes}
        kinds = (wire.Kind.RETURNED, wire.Kind.RAISED)
        frame = self._ask(wire.Kind.BATCH, request, kinds, cpu_s, self._limits.cpu_s)
        if frame.kind is wire.Kind.RAISED:
            # Its answers are too large to come back together, or it was taken over.
            raise self._die(Status.FORBIDDEN, say("box.protocol"))
        try:
            return wire.parted(frame.value, batch.calls)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None

    def simulate(self) -> None:
        """Put the simulated CUDA device into the box. Ask it before the first cell."""
        self._ask(wire.Kind.SIMULATE, {}, (wire.Kind.DONE,), self._limits.cpu_s)

    def launch(
        self,
        name: str,
        kwargs: Mapping[str, object],
        *,
        grid: Sequence[int] = (),
        block: Sequence[int] = (),
        order: int = 0,
        refuse_products: bool = True,
    ) -> Launched | Raised | Missing:
        """Launch the student's kernel `name` on the simulated device, every access recorded.

        Parameters
        ----------
        kwargs
            Its arguments in their order; a kernel takes them by position.
        grid, block
            The configuration; without any `name` is a host function that launches kernels itself,
            and takes its arguments by name.
        order
            In which order threads run: 0 forward, -1 reverse, a seed for a shuffled one.
        refuse_products
            Whether a product by a library on the host is an error, named in `Launched.library`.
        """
        request = launch_request(
            name, kwargs, grid=grid, block=block, order=order, refuse_products=refuse_products
        )
        arrays = [v for v in kwargs.values() if isinstance(v, np.ndarray)]
        frame = self._ask(wire.Kind.LAUNCH, request, _ENDS_OF_A_CALL, self._limits.cpu_s)
        if frame.kind is not wire.Kind.RETURNED:
            return self._without_value(frame, name)
        try:
            return answers.decode_launched(frame.value, arrays)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None

    def trace(
        self,
        name: str,
        args: Sequence[object],
        kwargs: Mapping[str, object],
        *,
        native: bool = False,
        refuse_products: bool = True,
    ) -> Traced | Raised | Missing:
        """Call the student's function `name` with every array argument recorded.

        Parameters
        ----------
        native
            Whether compiled functions stay compiled. Compiling costs a second or so: worth it from
            about a million accesses on.
        refuse_products
            Whether a product by a library is an error, named in `Traced.library`.
        """
        request = trace_request(name, args, kwargs, native=native, refuse_products=refuse_products)
        arrays = [v for v in (*args, *kwargs.values()) if isinstance(v, np.ndarray)]
        frame = self._ask(wire.Kind.TRACE, request, _ENDS_OF_A_CALL, self._limits.cpu_s)
        if frame.kind is not wire.Kind.RETURNED:
            return self._without_value(frame, name)
        try:
            return answers.decode_traced(frame.value, arrays)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None

    def peak_bytes(
        self, name: str, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> Returned | Raised | Missing:
        """Call `name` in a trace box; the value is its peak of extra memory, in bytes."""
        return self._call(wire.Kind.PEAK_BYTES, name, {}, args, kwargs, ())

    def compile(
        self, name: str, arguments: Sequence[tuple[str, int]], cc: tuple[int, int]
    ) -> Compiled | Raised | Missing:
        """Compile the student's CUDA kernel `name`, in a box of kind "gpu".

        Parameters
        ----------
        arguments
            dtype and number of dimensions of each; 0 dimensions for a scalar.
        cc
            The compute capability of the GPU.
        """
        request = {"name": name, "args": tuple(arguments), "kwargs": {"cc": cc}}
        frame = self._ask(wire.Kind.COMPILE, request, _ENDS_OF_A_CALL, self._limits.cpu_s)
        if frame.kind is not wire.Kind.RETURNED:
            return self._without_value(frame, name)
        try:
            return answers.decode_compiled(frame.value)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None

    def hold(
        self, name: str, kwargs: Mapping[str, object], outputs: Sequence[str]
    ) -> Held | Raised | Missing:
        """Send the arguments of a call of the student's function `name`, and leave them there.

        Parameters
        ----------
        outputs
            The arrays that the call fills, contiguous and with memory of their own; the other
            arrays arrive read-only.
        """
        request = {"name": name, "kwargs": dict(kwargs), "outputs": tuple(outputs)}
        watched = answers.array_arguments((), kwargs, outputs)
        kinds = (wire.Kind.DONE, wire.Kind.RAISED, wire.Kind.MISSING)
        frame = self._ask(wire.Kind.HOLD, request, kinds, self._limits.cpu_s)
        if frame.kind is not wire.Kind.DONE:
            return self._without_value(frame, name)
        self._held = watched
        return Held()

    def refill(self, seed: int) -> None:
        """Fill the held inputs as `inside.timing.refill` does, and poison the held outputs."""
        self._ask(wire.Kind.REFILL, {"seed": seed}, (wire.Kind.DONE,), self._limits.cpu_s)

    def run_held(self, times: int = 1) -> Ran | Raised:
        """Make the held call by our clock; 0 times for what the request and its answer take.

        More than once is for code that is trusted to compute each time: the inputs stay.
        """
        kinds = (wire.Kind.DONE, wire.Kind.RAISED)
        before_s = self.cpu_s
        frame = self._ask(wire.Kind.RUN_HELD, {"times": times}, kinds, self._limits.cpu_s)
        if frame.kind is wire.Kind.RAISED:
            return self._raised(frame.value)
        return Ran(self._answered_after_s, self.cpu_s - before_s)

    def fetch(self) -> Mapping[str, NDArray[np.generic]]:
        """Return the held outputs as they are now."""
        frame = self._ask(wire.Kind.FETCH, {}, (wire.Kind.RETURNED,), self._limits.cpu_s)
        returned = self._returned(wire.Kind.FETCH, frame.value, self._held)
        return {
            name: returned.buffers[name].view(array.dtype).reshape(array.shape)
            for name, array in self._held.items()
        }

    def _call(
        self,
        kind: wire.Kind,
        name: str,
        where: Mapping[str, object],
        args: Sequence[object],
        kwargs: Mapping[str, object],
        watched_names: Sequence[str],
    ) -> Returned | Raised | Missing:
        request = call_request(name, where, args, kwargs, watched_names)
        watched = answers.array_arguments(args, kwargs, watched_names)
        frame = self._ask(kind, request, _ENDS_OF_A_CALL, self._limits.cpu_s)
        if frame.kind is not wire.Kind.RETURNED:
            return self._without_value(frame, name)
        return self._returned(kind, frame.value, watched)

    def _without_value(self, frame: wire.Frame, name: str) -> Raised | Missing:
        return Missing(name) if frame.kind is wire.Kind.MISSING else self._raised(frame.value)

    def _raised(self, payload: object) -> Raised:
        try:
            raised = answers.decode_raised(payload)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None
        except answers.AnswerTooLarge:
            raise self._die(Status.OUTPUT_LIMIT, answers.too_large_sentence()) from None
        if "MemoryError" in raised.builtin_bases:
            self._meters.note_peak()
        asked = raised.requested_bytes
        over = refused(raised.builtin_bases, raised.message, asked, self._meters, self._limits)
        return raised if over is None else replace(raised, over=over)

    def _returned(
        self, kind: wire.Kind, payload: object, watched: Mapping[str, NDArray[np.generic]]
    ) -> Returned:
        try:
            if kind in (wire.Kind.NEW, wire.Kind.PEAK_BYTES):
                return answers.decode_count(payload)
            return answers.decode_returned(payload, watched)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None


class Zygote:
    """A running zygote: opens boxes in milliseconds. Use from one thread, and close it.

    Parameters
    ----------
    rung
        The walls of its boxes; what `doctor.best_rung()` found.
    secrets
        Folders that no box may read: the course, the class. Checked before anything starts.
    kind
        "plain"; "probe" leaves the numerical libraries out (the doctor needs none); "gpu" has the
        real numba.cuda, to compile for a GPU.

    Raises
    ------
    BoxError
        The walls cannot be raised here, or a secret would be visible.
    """

    def __init__(
        self,
        rung: Rung,
        *,
        secrets: Sequence[Path] = (),
        kind: str = "plain",
    ) -> None:
        self._host = Host(rung, secrets, kind)

    def open_box(self, limits: Limits, *, guard_s: float | None = None) -> Box:
        """Return a fresh box with its walls up.

        Parameters
        ----------
        guard_s
            Wall seconds after which a call is given up; None for the usual guard.
        """
        return Box(self._host, self._host.open_box(limits), limits, guard_s)

    @property
    def alive(self) -> bool:
        """Whether the program runs; without it no box does."""
        return self._host.alive

    def close(self) -> None:
        """End the zygote and every box that it made."""
        self._host.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()
