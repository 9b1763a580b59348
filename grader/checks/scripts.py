"""What a check will ask of a right submission: drawn and recorded once, played to a whole class.

A check is a function of the salt and of the answers. Run against the model solution it draws its
cases and makes its calls; both are written down, with the answers. A submission that gives the very
same answers has passed, and nothing of the check needs to run. One that answers in other ways has
the check's code run on its answers, case by case. Whatever else happens (a call that was not
foreseen, a case that fails, a box that dies) says only that this check has to be judged live.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from hypothesis.errors import UnsatisfiedAssumption

from grader.box import BoxDied, Launched, Missing, Raised, Returned, Traced, wire
from grader.box.keeper import call_request, launch_request, trace_request
from grader.box.wire.memory import enclosing, layout_of
from grader.checks.backends import BoxBackend
from grader.checks.declare import Spec, spec_of
from grader.checks.draws import seed_of
from grader.checks.prompter import Prompter, Request, asked, packed
from grader.checks.rooms import BASE, MOST_CONSTANTS, Room, Series, constants, played, setting
from grader.checks.session import Run
from grader.checks.student import Student

MOST_CALLS = 20_000
MOST_BYTES = 64 << 20
"""Of the calls of one check, and of their answers; a check with more is judged live."""


class Segment(NamedTuple):
    """A part of a check whose calls belong together: a case, the valid call, a whole claim.

    Attributes
    ----------
    drawn
        What was drawn for it, pickled, because a check may change it; None for what is no case.
    first, last
        Its calls, as a slice.
    left_out
        Whether the check leaves the case out, by `assume`.
    begins, ends
        The rooms in which it finds and leaves the submission.
    """

    drawn: bytes | None
    first: int
    last: int
    left_out: bool
    begins: Room = BASE
    ends: Room = BASE


@dataclass(frozen=True)
class Script:
    """The calls of one check, and what the model solution answered."""

    segments: tuple[Segment, ...]
    series: Series
    answers: tuple[bytes, ...]
    cases: int
    """How many inputs it tries."""
    names: frozenset[str]
    """The functions and classes that it calls."""
    slow: frozenset[Room] = frozenset()
    """Rooms in which every access is recorded, or memory is counted."""


# -- Writing a script


@dataclass
class Scribe:
    """Passes calls on to a backend and packs each; a backend for `Student`."""

    inner: BoxBackend
    calls: list[bytes] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    """Where each call is made."""
    room: Room = BASE
    playable: bool = True
    """Whether `calls` are all that the boxes were asked."""
    handles: dict[int, int] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    slow: set[Room] = field(default_factory=set)
    """Rooms whose calls take too long to make them twice."""
    size: int = 0

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        """Pass on a call of a function."""
        self._write(wire.Kind.CALL, name, lambda: asked(name, {}, args, kwargs, out, frozen))
        return self.inner.call(name, args, kwargs, out=out, frozen=frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Pass on the making of an object."""
        number = len(self.calls)
        self.handles[number] = -1
        self._write(wire.Kind.NEW, name, lambda: asked(name, {}, args, kwargs, (), ()))
        reply = self.inner.new(name, args, kwargs)
        if not isinstance(reply, Returned):
            return reply
        self.handles[number] = int(reply.value)  # type: ignore[call-overload]
        return Returned(number)

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Pass on a call of a method."""
        where = {"handle": handle}
        self._write(wire.Kind.METHOD, "", lambda: asked(name, where, args, kwargs, (), ()))
        return self.inner.call_method(self.handles[handle], name, args, kwargs)

    def trace(
        self, name: str, kwargs: Mapping[str, Any], **options: Any
    ) -> Traced | Raised | Missing:
        """Pass on a recorded call."""
        request = partial(trace_request, name, (), kwargs, **options)
        self._write(wire.Kind.TRACE, name, request, traced=True)
        return self.inner.trace(name, kwargs, **options)

    def peak_bytes(self, name: str, kwargs: Mapping[str, Any]) -> Returned | Raised | Missing:
        """Pass on a call whose memory is counted."""
        request = partial(call_request, name, {}, (), kwargs, ())
        self._write(wire.Kind.PEAK_BYTES, name, request, traced=True)
        return self.inner.peak_bytes(name, kwargs)

    def launch(
        self, name: str, kwargs: Mapping[str, Any], **options: Any
    ) -> Launched | Raised | Missing:
        """Pass on a launch."""
        self._write(wire.Kind.LAUNCH, name, partial(launch_request, name, kwargs, **options))
        return self.inner.launch(name, kwargs, **options)

    def set(self, name: str, value: Any) -> None:
        """Pass it on; calls are made in another box from here on."""
        self.room = Room(setting(name, value))
        self.inner.set(name, value)

    def unset(self) -> None:
        """Pass it on."""
        self.room = BASE
        self.inner.unset()

    def recover(self) -> None:
        """Pass it on."""
        self.room = BASE
        self.inner.recover()

    def _write(
        self,
        kind: wire.Kind,
        name: str,
        request: Callable[[], Request],
        *,
        traced: bool = False,
    ) -> None:
        """Write down a call, unless there are too many already."""
        if name:
            self.names.add(name)
        call = packed(kind, request()) if self.playable else b""
        self.calls.append(call)
        room = self.room._replace(traced=traced)
        self.rooms.append(room)
        if traced or kind is wire.Kind.LAUNCH:
            self.slow.add(room)
        self.size += len(call)
        self.playable &= len(self.calls) <= MOST_CALLS and self.size <= MOST_BYTES
        # A method names the call that made its object, as a room counts its calls.
        self.playable &= not self.handles or self.rooms[0] == self.rooms[-1]

    def series(self) -> Series:
        """Return the calls so far."""
        return Series(tuple(self.calls), tuple(self.rooms))


class _Dictated(Run):
    """A run of a check that notes where each case begins."""

    def __init__(
        self,
        spec: Spec,
        function: Callable[..., Any],
        student: Student,
        seed: int,
        scribe: Scribe,
    ) -> None:
        super().__init__(spec, function, student, seed)
        self.scribe = scribe
        self.segments: list[Segment] = []

    def __call__(self) -> None:
        self._begin(None)
        super().__call__()
        self._end()

    def case(self, **drawn: Any) -> None:
        self._end()
        self._begin(_pickled(drawn))
        try:
            super().case(**drawn)
        except UnsatisfiedAssumption:
            self.segments[-1] = self.segments[-1]._replace(left_out=True)
            raise

    def _begin(self, drawn: bytes | None) -> None:
        at = len(self.scribe.calls)
        room = self.scribe.room
        self.segments.append(Segment(drawn, at, at, left_out=False, begins=room, ends=room))

    def _end(self) -> None:
        last, room = len(self.scribe.calls), self.scribe.room
        self.segments[-1] = self.segments[-1]._replace(last=last, ends=room)


class _Pickler(pickle.Pickler):
    """Keeps how arrays lie in memory: the box sees it, and the memory around them is compared."""

    def reducer_override(self, value: Any) -> Any:
        if type(value) is not np.ndarray or layout_of(value) is None:
            return NotImplemented
        memory, offset = enclosing(value)
        return np.ndarray, (value.shape, value.dtype, memory, offset, value.strides)


def _pickled(drawn: Mapping[str, Any]) -> bytes:
    file = io.BytesIO()
    _Pickler(file).dump(drawn)
    return file.getvalue()


def write_script(
    function: Callable[..., Any],
    solution: BoxBackend,
    *,
    unit: str,
    salt: str,
    rules: tuple[str, ...],
    cpu_s: float,
) -> Script | None:
    """Return the script of a check, None where it cannot have one.

    Parameters
    ----------
    solution
        A backend with the model solution.
    cpu_s
        CPU seconds that its calls may take together.
    """
    spec = spec_of(function)
    assert spec is not None
    scribe = Scribe(solution)
    student = Student(scribe, rules=rules)
    run = _Dictated(spec, function, student, seed_of(salt, unit, spec.name), scribe)
    student.begin_check()
    try:
        run()
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever it is, a live run says it better
        return None
    finally:
        student.begin_check()
    series = scribe.series()
    few = len(constants(series.rooms)) <= MOST_CONSTANTS
    if not (scribe.playable and few and series.calls and run.cases):
        return None
    try:
        known = played(solution, series, cpu_s)
    except BoxDied:
        return None
    if not known:
        return None
    segments = tuple(s for s in run.segments if s.drawn is not None or s.last > s.first)
    names, slow = frozenset(scribe.names), frozenset(scribe.slow)
    script = Script(segments, series, known, run.cases, names, slow)
    # The second time the solution may have answered otherwise, and what was drawn may not survive.
    return script if _holds(script, known, function, student, run.seed, told=()) else None


# -- Playing one


def plays(
    script: Script,
    came: tuple[bytes, ...],
    function: Callable[..., Any],
    student: Student,
    seed: int,
) -> bool:
    """Return whether a submission that answered so passes the check; False for: judge it live.

    Parameters
    ----------
    came
        The answers to the calls of the script.
    student
        The submission; its backend is another one in the meantime.
    seed
        What the check draws from.
    """
    return came == script.answers or _holds(
        script, came, function, student, seed, told=script.answers
    )


def _holds(
    script: Script,
    came: tuple[bytes, ...],
    function: Callable[..., Any],
    student: Student,
    seed: int,
    *,
    told: tuple[bytes, ...],
) -> bool:
    """Return whether the check, run on these answers, ends as the script says.

    Parameters
    ----------
    told
        Answers of which that is known already.
    """
    spec = spec_of(function)
    assert spec is not None
    for segment in script.segments:
        part = slice(segment.first, segment.last)
        if came[part] == told[part]:
            continue
        series = Series(script.series.calls[part], script.series.rooms[part])
        prompter = Prompter(
            series, came[part], script.answers[part], segment.begins, foreseen=bool(told)
        )
        with student.prompted(prompter):
            ended = _passes(segment, Run(spec, function, student, seed))
        whole = prompter.at == len(series.calls) and prompter.room == segment.ends
        if not ended or prompter.lost or not whole:
            return False
    return True


def _passes(segment: Segment, run: Run) -> bool:
    """Return whether a segment ends as it did with the model solution."""
    try:
        if segment.drawn is None:
            run.preface()
        else:
            run.case(**pickle.loads(segment.drawn))  # noqa: S301 - pickled by `write_script`
    except UnsatisfiedAssumption:
        return segment.left_out  # live, another case would be drawn for one that is left out
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - also what a check does that nobody foresaw
        return False
    return not segment.left_out
