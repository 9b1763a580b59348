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
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from hypothesis.errors import UnsatisfiedAssumption

from grader.box import BoxDied
from grader.box.wire.memory import enclosing, layout_of
from grader.checks.backends import BoxBackend
from grader.checks.declare import Spec, spec_of
from grader.checks.draws import seed_of
from grader.checks.prompter import Prompter
from grader.checks.rooms import BASE, MOST_CONSTANTS, Room, Series, constants, played
from grader.checks.scribe import MOST_BYTES, Scribe
from grader.checks.session import Run
from grader.checks.student import Student

MORE_BYTES = 1 << 20
"""By how much the answers of a submission may exceed the solution's, beyond twice as many: whoever
answers so much more passes no check, and all is kept until it is compared."""


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

    @property
    def most_bytes(self) -> int:
        """Return how many bytes of answers are worth comparing."""
        return 2 * sum(map(len, self.answers)) + MORE_BYTES


# -- Writing a script


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
    series = scribe.series()._replace(lasting=True)
    few = len(constants(series.rooms)) <= MOST_CONSTANTS
    if not (scribe.playable and few and series.calls and run.cases):
        return None
    try:
        known = played(solution, series, cpu_s, MOST_BYTES)
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
