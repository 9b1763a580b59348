"""The student as a check sees it: calls by name, evidence kept, no attribute of theirs touched.

`Student` knows what was asked and what came back in the current case; a `Backend` does the asking
(`backends.BoxBackend` when grading, `self_check.KernelBackend` in a notebook). Every way a call can
end without a value leaves here as an exception of `verdicts`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.box import BoxDied, Launched, Missing, Raised, Traced
from grader.checks import show
from grader.checks.arrays import contents_after, is_poisoned, lent
from grader.checks.protocol import Backend, Reply
from grader.checks.replies import raised, wants_writeable
from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.errors import BoxError
from grader.messages import Message, say
from grader.outcome import CallShown, Failure, Status

if TYPE_CHECKING:
    from grader.checks.access.gpu import Launch
    from grader.checks.access.log import AccessLog
    from grader.checks.launches import Simulated

SHOWN_CALLS = 3
NATIVE_FROM_ELEMENTS = 3 * 64 * 64
"""Compiling for a record pays from about this size of all arrays together on."""
_ESCAPED = "EscapedRecording"
"""The exception of the recorder for whoever goes around it; a student who raises it fails too."""


@dataclass(frozen=True)
class Answers:
    """What reading the submission already told about its entry points."""

    unanswered: frozenset[str] = frozenset()
    broken: Mapping[str, tuple[int, Message]] = field(default_factory=dict)
    """Names whose cell failed: the cell's number (from 1) and why."""


@dataclass
class _Call:
    name: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    came: str = ""
    value: Any = None
    returned: bool = False

    def shown(self) -> CallShown:
        came = show.value(self.value) if self.returned else self.came
        return CallShown(call=show.call(self.name, self.args, self.kwargs), came=came)


class Student:
    """Calls the submission; one object lives as long as the checks of a unit."""

    def __init__(
        self, backend: Backend, answers: Answers | None = None, rules: tuple[str, ...] = ()
    ) -> None:
        self._backend = backend
        self._answers = answers or Answers()
        self._rules = rules
        # The last ones only: 200 answers of a claim, 256 MiB each, would be 50 GiB of our memory.
        self._calls: deque[_Call] = deque(maxlen=SHOWN_CALLS)
        self._dirty = False
        self.made_calls = 0

    def call(self, name: str, /, *args: Any, out: tuple[str, ...] = (), **kwargs: Any) -> Any:
        """Call a function of the submission and return its value.

        Parameters
        ----------
        out
            Names of array arguments that the function fills. The result is then
            `(value, array, …)` with their final contents; bytes around them must be untouched.

        Raises
        ------
        StudentRaised
            The function raised.
        CheckFailed
            It changed a read-only input or wrote outside an output array (FORBIDDEN).
        Stop
            It is not answered, or its box died.
        """
        self._demand_answered(name)
        arguments = {str(i): value for i, value in enumerate(args)} | kwargs
        frozen = self._frozen(arguments, out)
        self._demand_poison(kwargs, out)
        record = self._record(name, args, kwargs)
        reply = self._ask(lambda: self._backend.call(name, args, kwargs, out=out, frozen=frozen))
        if frozen and wants_writeable(reply):
            # Their memory comes back as that of outputs does, and is compared all the same.
            lent = (*out, *frozen)
            reply = self._ask(lambda: self._backend.call(name, args, kwargs, out=lent, frozen=()))
        value, buffers = self._returned(reply, record)
        self._demand_untouched(arguments, frozen, buffers)
        if not out:
            return value
        return value, *(self._final(n, kwargs[n], buffers) for n in out)

    def trace(
        self, name: str, /, *, out: tuple[str, ...], native: bool | None = None, **kwargs: Any
    ) -> AccessLog:
        """Call a function on recording arrays; return what it read and wrote, in order.

        The record has been replayed: every read gave what was there, every input is as it was, the
        final contents are those that came back. Rule TRACE has to be among the unit's.

        Parameters
        ----------
        out
            Names of the array arguments that the function may write.
        native
            Whether compiled functions stay compiled; by default where the arrays are large.

        Raises
        ------
        CheckFailed
            A library multiplied (FORBIDDEN, under rule NOLIB), the record does not hold together
            (FORBIDDEN), or the function went around the arrays that it was given (WRONG).
        StudentRaised, Stop
            As for `call`.
        """
        from grader.checks.access.log import Array, Forged
        from grader.checks.access.replay import replayed

        record = self._begin("TRACE", name, name, kwargs, out)
        arrays = _arrays(kwargs)
        if native is None:
            native = sum(v.size for v in arrays.values()) > NATIVE_FROM_ELEMENTS
        options = {"native": native, "refuse_products": "NOLIB" in self._rules}
        _, given = lent((), kwargs, self._frozen(kwargs, out))
        reply = self._ask(lambda: self._backend.trace(name, given, **options))
        if isinstance(reply, Raised) and reply.type_name == _ESCAPED:
            lines = tuple(show.clip(line, 200) for line in reply.lines)
            raise CheckFailed(Failure(why=say("student.escaped"), traceback=lines))
        if not isinstance(reply, Traced):
            self._returned(reply, record)
            raise TypeError("a recorded call came back without a record")
        record.came = f"<{len(reply.codes)} 次访问 / accesses>"
        if reply.library:
            why = say("student.library", name=show.clip(reply.library, 80))
            raise CheckFailed(Failure(why=why), Status.FORBIDDEN)
        sent = tuple(Array(n, v.shape, np.ascontiguousarray(v)) for n, v in arrays.items())
        after = dict(zip(arrays, reply.after, strict=True))
        try:
            return replayed(sent, reply.codes, reply.values, after, out)
        except Forged as forged:
            failure = Failure(why=forged.why, where=forged.where)
            # Without any access nothing was forged: the arrays were copied by another way.
            status = Status.FORBIDDEN if len(reply.codes) else Status.WRONG
            raise CheckFailed(failure, status) from None

    def peak_bytes(self, name: str, /, **kwargs: Any) -> int:
        """Call a function and return its peak of extra memory in bytes. Needs rule MEM.

        What Python and numpy hold counts, with compiled functions run as Python.
        """
        record = self._begin("MEM", name, name, kwargs, ())
        reply = self._ask(lambda: self._backend.peak_bytes(name, kwargs))
        return int(self._returned(reply, record)[0])

    def launch(
        self,
        name: str,
        grid: tuple[int, ...],
        block: tuple[int, ...],
        /,
        *,
        out: tuple[str, ...],
        order: int = 0,
        **kwargs: Any,
    ) -> Launch:
        """Launch a CUDA kernel on the simulated device; return what each thread read and wrote.

        The record has been replayed, as in `trace`, and every thread came to its end. Rule SIM has
        to be among the unit's.

        Parameters
        ----------
        grid, block
            As in ``kernel[grid, block]``; x first.
        out
            Names of the arrays that the kernel may write.
        order
            In which order threads and blocks run: 0 forward, -1 reverse, a seed for a shuffled one.
        **kwargs
            The arguments in the kernel's order. The arrays of the record have these names.

        Raises
        ------
        CheckFailed
            An index is out of range, the configuration is none, threads wait for ever (WRONG); an
            input was written, or the record does not hold together (FORBIDDEN).
        StudentRaised, Stop
            As for `call`; NOT_JUDGED for what the simulator cannot run.
        """
        from grader.checks import launches

        record = self._begin("SIM", name, f"{name}[{grid}, {block}]", kwargs, out)
        frozen = self._frozen(kwargs, out)
        _, given = lent((), kwargs, frozen)
        reply = self._launched(record, name, given, grid=grid, block=block, order=order)
        try:
            asked = launches.Asked(grid, block, order)
            launch = launches.as_sent(launches.launches_of(reply), _arrays(kwargs), asked)
            if frozen:
                launches.demand_inputs_kept(launch, out)
        except CheckFailed as failed:
            raise launches.told(failed, order) from None
        record.came = f"<{len(launch)} 次访问 / accesses>"
        return launch

    def simulate(
        self, name: str, /, *, out: tuple[str, ...] = (), order: int = 0, **kwargs: Any
    ) -> Simulated:
        """Call a host function on the simulated device; return its value and what it launched.

        Under rule NOLIB a product by a library on the host is FORBIDDEN. Raises as `launch`.
        """
        from grader.checks import launches

        record = self._begin("SIM", name, name, kwargs, out)
        frozen = self._frozen(kwargs, out)
        _, given = lent((), kwargs, frozen)
        reply = self._launched(record, name, given, grid=(), block=(), order=order)
        record.value, record.returned = reply.value, True
        try:
            found = launches.launches_of(reply)
            if frozen:
                launches.demand_kept(_arrays(kwargs), reply.after, out)
        except CheckFailed as failed:
            raise launches.told(failed, order) from None
        return launches.Simulated(reply.value, found)

    def _begin(
        self, rule: str, name: str, shown: str, kwargs: Mapping[str, Any], out: tuple[str, ...]
    ) -> _Call:
        """Demand what a call under a rule of its own needs, and note it as `shown`."""
        self._demand_rule(rule)
        self._demand_answered(name)
        self._demand_poison(kwargs, out)
        return self._record(shown, (), kwargs)

    def _launched(
        self, record: _Call, name: str, given: Mapping[str, Any], **options: Any
    ) -> Launched:
        refuse = "NOLIB" in self._rules
        reply = self._ask(
            lambda: self._backend.launch(name, given, refuse_products=refuse, **options)
        )
        if not isinstance(reply, Launched):
            self._returned(reply, record)
            raise TypeError("a launch came back without a record")
        return reply

    def new(self, class_name: str, /, *args: Any, **kwargs: Any) -> Handle:
        """Make an object of a class of the submission; the object itself never leaves the box."""
        self._demand_answered(class_name)
        record = self._record(class_name, args, kwargs)
        reply = self._ask(lambda: self._backend.new(class_name, args, kwargs))
        handle, _ = self._returned(reply, record)
        record.returned, record.came = False, f"<{class_name}>"
        return Handle(self, class_name, handle)

    def set(self, name: str, value: Any) -> None:
        """Set a module constant until the end of the check, in a copy that saw no other value.

        Checks that set the same value share the copy. What was set before in the check is gone.
        """
        self._dirty = True
        self._ask(lambda: self._backend.set(name, value))

    @contextmanager
    def prompted(self, backend: Backend) -> Iterator[None]:
        """Ask another backend in the meantime; nothing that is set there is set here."""
        kept, self._backend = (self._backend, self._dirty), backend
        try:
            yield
        finally:
            self._backend, self._dirty = kept

    def begin_case(self) -> None:
        """Forget the calls of the case before."""
        self._calls.clear()

    def answers_all(self, names: Collection[str]) -> bool:
        """Return whether reading the submission found an answer for each of these names."""
        return not self._answers.unanswered.intersection(names)

    def begin_check(self) -> None:
        """Forget everything of the check before; a constant that was set is gone."""
        self._calls.clear()
        self.made_calls = 0
        if self._dirty:
            self._backend.unset()
            self._dirty = False

    def evidence(self) -> tuple[CallShown, ...]:
        """Return the last calls of the current case, oldest first."""
        return tuple(call.shown() for call in self._calls)

    def call_method(
        self, class_name: str, handle: int, name: str, args: tuple[Any, ...], kwargs: Any
    ) -> Any:
        """Call a method through a handle; authors use `Handle.call`."""
        record = self._record(f"{class_name}.{name}", args, kwargs)
        reply = self._ask(lambda: self._backend.call_method(handle, name, args, kwargs))
        return self._returned(reply, record)[0]

    def _record(self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> _Call:
        record = _Call(name, args, kwargs)
        self._calls.append(record)
        self.made_calls += 1
        return record

    def _ask(self, ask: Any) -> Any:
        try:
            return ask()
        except BoxDied as death:
            self._backend.recover()
            raise Stop(death.status, death.why, starved=death.starved) from None
        except BoxError as error:
            raise Stop(Status.NOT_JUDGED, say("check.unplayed"), detail=error.text("en")) from None

    def _returned(self, reply: Reply, record: _Call) -> tuple[Any, Mapping[str, np.ndarray]]:
        if isinstance(reply, Missing):
            raise self._missing(reply.name)
        if isinstance(reply, Raised):
            record.came = f"raise {show.clip(reply.type_name, 80)}"
            raise raised(reply, record.name)
        record.value, record.returned = reply.value, True
        return reply.value, reply.buffers

    def _demand_rule(self, rule: str) -> None:
        if rule not in self._rules:
            raise TypeError(f"rule {rule} has to be among the rules of unit.toml")

    def _demand_answered(self, name: str) -> None:
        if name in self._answers.unanswered:
            raise Stop(Status.UNANSWERED, say("student.stub", name=name))

    def _missing(self, name: str) -> Stop:
        if name in self._answers.broken:
            cell, why = self._answers.broken[name]
            message = say("student.broken_cell", name=name, cell=cell, why=why)
            return Stop(Status.ERROR, message)
        return Stop(Status.UNANSWERED, say("student.missing", name=name))

    def _frozen(self, arguments: Mapping[str, Any], out: tuple[str, ...]) -> tuple[str, ...]:
        if "FROZEN" not in self._rules:
            return ()
        return tuple(n for n, v in arguments.items() if isinstance(v, np.ndarray) and n not in out)

    def _demand_poison(self, kwargs: Mapping[str, Any], out: tuple[str, ...]) -> None:
        if "POISON" in self._rules:
            for name in out:
                if not is_poisoned(kwargs[name]):
                    raise TypeError(f"rule POISON: {name} has to arrive poisoned")

    def _demand_untouched(
        self,
        arguments: Mapping[str, Any],
        frozen: tuple[str, ...],
        buffers: Mapping[str, np.ndarray],
    ) -> None:
        for name in frozen:
            after, untouched = contents_after(arguments[name], buffers[name])
            # Bit for bit, so that NaN counts; what was sent is little-endian.
            sent = arguments[name].astype(after.dtype, copy=False)
            if not untouched or after.tobytes() != sent.tobytes():
                why = say("student.changed_input", name=name)
                raise CheckFailed(Failure(why=why), Status.FORBIDDEN)

    def _final(self, name: str, array: np.ndarray, buffers: Mapping[str, np.ndarray]) -> np.ndarray:
        after, untouched = contents_after(array, buffers[name])
        if not untouched:
            raise CheckFailed(Failure(why=say("student.outside", name=name)), Status.FORBIDDEN)
        return after


@dataclass(frozen=True)
class Handle:
    """An object inside the box; only its number is known here."""

    student: Student
    class_name: str
    number: int

    def call(self, name: str, /, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the object and return its value, as `Student.call` does."""
        return self.student.call_method(self.class_name, self.number, name, args, kwargs)


class expects:
    """Demand that the one call in the block is refused with `error` or a subclass of it."""

    def __init__(self, error: type[Exception]) -> None:
        self.wanted = error.__name__

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if error is None:
            raise CheckFailed(Failure(why=say("refuse.returned", wanted=self.wanted)))
        if not isinstance(error, StudentRaised):
            return False
        if self.wanted in error.bases:
            return True
        why = say("refuse.raised", wanted=self.wanted, got=error.type_name)
        raise CheckFailed(Failure(why=why, traceback=error.failure.traceback)) from None


def _arrays(kwargs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    return {name: value for name, value in kwargs.items() if isinstance(value, np.ndarray)}
