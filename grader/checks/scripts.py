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
from typing import Any, NamedTuple

import numpy as np
from hypothesis.errors import UnsatisfiedAssumption

from grader.box import BoxDied, Missing, Raised, Returned, wire
from grader.box.wire.memory import enclosing, layout_of
from grader.checks.backends import BoxBackend
from grader.checks.declare import Spec, spec_of
from grader.checks.draws import seed_of
from grader.checks.prompter import Prompter, packed_call
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
    """

    drawn: bytes | None
    first: int
    last: int
    left_out: bool


@dataclass(frozen=True)
class Script:
    """The calls of one check, and what the model solution answered."""

    segments: tuple[Segment, ...]
    calls: tuple[bytes, ...]
    answers: tuple[bytes, ...]
    cases: int
    """How many inputs it tries."""
    names: frozenset[str]
    """The functions and classes that it calls."""


# -- Writing a script


@dataclass
class Scribe:
    """Passes calls on to a box with the model solution and packs each; a backend for `Student`."""

    inner: BoxBackend
    calls: list[bytes] = field(default_factory=list)
    playable: bool = True
    """Whether `calls` are all that the box was asked."""
    handles: dict[int, int] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
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
        self.names.add(name)
        self._write(wire.Kind.CALL, name, {}, args, kwargs, out, frozen)
        return self.inner.call(name, args, kwargs, out=out, frozen=frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Pass on the making of an object."""
        number = len(self.calls)
        self.names.add(name)
        self._write(wire.Kind.NEW, name, {}, args, kwargs, (), ())
        reply = self.inner.new(name, args, kwargs)
        if not isinstance(reply, Returned):
            return reply
        self.handles[number] = int(reply.value)  # type: ignore[call-overload]
        return Returned(number)

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Pass on a call of a method."""
        self._write(wire.Kind.METHOD, name, {"handle": handle}, args, kwargs, (), ())
        return self.inner.call_method(self.handles[handle], name, args, kwargs)

    def trace(self, *args: Any, **options: Any) -> Any:
        """Pass it on; such a check is judged live."""
        self.playable = False
        return self.inner.trace(*args, **options)

    def peak_bytes(self, *args: Any, **options: Any) -> Any:
        """Pass it on; such a check is judged live."""
        self.playable = False
        return self.inner.peak_bytes(*args, **options)

    def launch(self, *args: Any, **options: Any) -> Any:
        """Pass it on; such a check is judged live."""
        self.playable = False
        return self.inner.launch(*args, **options)

    def set(self, name: str, value: Any) -> None:
        """Pass it on; such a check is judged live."""
        self.playable = False
        self.inner.set(name, value)

    def recover(self) -> None:
        """Pass it on."""
        self.inner.recover()

    def _write(self, *call: Any) -> None:
        """Write down a call, unless there are too many already."""
        packed = packed_call(*call) if self.playable else b""
        self.calls.append(packed)
        self.size += len(packed)
        self.playable &= len(self.calls) <= MOST_CALLS and self.size <= MOST_BYTES


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
        self.segments.append(Segment(drawn, at, at, left_out=False))

    def _end(self) -> None:
        self.segments[-1] = self.segments[-1]._replace(last=len(self.scribe.calls))


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
    calls = tuple(scribe.calls)
    if not (scribe.playable and calls and run.cases):
        return None
    try:
        known = solution.play(calls, cpu_s)
    except BoxDied:
        return None
    if len(known) < len(calls):
        return None
    segments = tuple(s for s in run.segments if s.drawn is not None or s.last > s.first)
    script = Script(segments, calls, known, run.cases, frozenset(scribe.names))
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
        calls, known = script.calls[part], script.answers[part]
        prompter = Prompter(calls, came[part], known, foreseen=bool(told))
        with student.prompted(prompter):
            ended = _passes(segment, Run(spec, function, student, seed))
        if not ended or prompter.lost or prompter.at < len(calls):
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
