"""One GPU and one submission: compile in a box, launch in a runner, compare here.

Every kernel is tried at all sizes, smallest first. A launch that fails takes its runner with it:
the next one goes on with the other kernel, and larger sizes of the one that failed are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from grader.box import Box, BoxDied, Compiled, Missing, Raised, Zygote
from grader.checks import show
from grader.checks.timing import spread
from grader.course import Unit, read_text
from grader.engine.contender import GIVEN
from grader.engine.device_gpus import Gpu
from grader.engine.device_launch import Launch, UnknownHead, entry_of, types_of
from grader.engine.device_process import LAUNCH_S, PROGRAM, Came, Lost, Runner
from grader.engine.device_unit import Size, UnitDevice
from grader.messages import Message, say
from grader.report.device import Compared, Kernel, Launched, Setting

ROUNDS = 15
_Which = tuple[str, Size]
"""A kernel at a size."""


@dataclass(frozen=True)
class Job:
    """One submission; students who handed in the same cells share it."""

    unit: str
    cells: tuple[tuple[int, str], ...]
    unanswered: frozenset[str]


@dataclass(frozen=True)
class Found:
    """What came of a job."""

    gpu: str
    settings: tuple[Setting, ...]


class Cases:
    """The inputs and results of one unit: the same for everybody, computed once."""

    def __init__(self, unit: Unit, device: UnitDevice, seed: int) -> None:
        self.unit = unit
        self.device = device
        self._seed = seed
        # A lock of its own is not needed: two threads would compute the same.
        self.given = cache(self._given)
        self.expected = cache(self._expected)

    def _given(self, size: Size) -> Mapping[str, Any]:
        rng = np.random.default_rng([self._seed, *size])
        return self.device.arguments(size, rng)

    def _expected(self, size: Size) -> Mapping[str, Any]:
        return self.device.expected(self.given(size))


@dataclass(frozen=True)
class Bench:
    """One GPU with what it takes to try submissions on it."""

    gpu: Gpu
    zygote: Zygote
    cases: Mapping[str, Cases]
    """By unit."""
    program: Sequence[str] = PROGRAM
    launch_s: float = LAUNCH_S

    def examine(self, job: Job) -> Found:
        """Return what the kernels of one submission do."""
        cases = self.cases[job.unit]
        settings = (self._setting(job, cases, c) for c in cases.device.CONSTANTS)
        return Found(self.gpu.shown, tuple(settings))

    def _setting(self, job: Job, cases: Cases, constants: Mapping[str, int]) -> Setting:
        shown = ", ".join(f"{name} = {value}" for name, value in constants.items())
        try:
            found = self._compile(job, cases, constants)
        except _NothingCompiled as error:
            return Setting(shown, why=error.why)
        sizes = cases.device.SIZES
        launches = {
            (name, size): _launch(cases, constants, size, kernel)
            for name, kernel in found.items()
            if isinstance(kernel, Compiled)
            for size in sizes
        }
        came, compared = self._try_all(launches, cases)
        kernels = tuple(
            Kernel(name, tuple(came[name, size] for size in sizes))
            if isinstance(kernel, Compiled)
            else Kernel(name, (Launched("", "not_tried", kernel),))
            for name, kernel in found.items()
        )
        return Setting(shown, kernels, compared)

    def _compile(
        self, job: Job, cases: Cases, constants: Mapping[str, int]
    ) -> dict[str, Compiled | Message]:
        """Return each kernel compiled, or why it is not."""
        with self.zygote.open_box(cases.unit.limits) as box:
            _run_cells(box, cases.unit, job)
            _set(box, constants)
            return {
                name: say("device.not_written")
                if name in job.unanswered
                else self._compile_one(box, name, cases)
                for name in cases.device.KERNELS
            }

    def _compile_one(self, box: Box, name: str, cases: Cases) -> Compiled | Message:
        arguments = tuple(cases.given(cases.device.SIZES[0]).values())
        try:
            answer = box.compile(name, types_of(arguments), self.gpu.cc)
        except BoxDied as died:
            why = say("device.ended_compiling", kernel=name, why=died.why)
            raise _NothingCompiled(why) from None
        if isinstance(answer, Missing):
            return say("device.not_written")
        if isinstance(answer, Raised):
            # numba's messages are a page long, with lines that only make sense below each other.
            said = " ".join(answer.message.split())
            type_name, text = show.clip(answer.type_name, 80), show.clip(said, 300)
            return say("device.not_compiled", type=type_name, message=text)
        try:
            entry_of(answer.ptx, arguments)
        except UnknownHead as error:
            return say("device.head", detail=str(error))
        return answer

    def _try_all(
        self, launches: Mapping[_Which, Launch], cases: Cases
    ) -> tuple[dict[_Which, Launched], tuple[Compared, ...]]:
        """Return what came of every launch, and times where all of it is right.

        A new runner goes on where one was lost; where none was, the first one is there at the end.
        """
        device = cases.device
        waiting = sorted(launches, key=lambda which: device.SIZES.index(which[1]))
        came: dict[_Which, Launched] = {}
        compared: tuple[Compared, ...] = ()
        while waiting:
            with Runner(self.gpu, self.program, launch_s=self.launch_s) as runner:
                lost = self._try_some(runner, launches, waiting, came, cases)
                timed = [name for name, size in launches if size == device.TIMED]
                if len(timed) == len(device.KERNELS) > 1 and _all_right(launches, came):
                    compared = _compared(runner, timed, device.label(device.TIMED))
            for later in [which for which in waiting if which[0] == lost]:
                label = device.label(later[1])
                came[later] = Launched(label, "not_tried", say("device.skipped_after"))
                waiting.remove(later)
        return came, compared

    def _try_some(
        self,
        runner: Runner,
        launches: Mapping[_Which, Launch],
        waiting: list[_Which],
        came: dict[_Which, Launched],
        cases: Cases,
    ) -> str:
        """Take launches from `waiting` until none is left or one fails; return whose, or ""."""
        while waiting:
            which = name, size = waiting.pop(0)
            label = cases.device.label(size)
            try:
                result = runner.run(launches[which], keep=size == cases.device.TIMED)
            except Lost as lost:
                came[which] = Launched(label, "failed", lost.why)
                return name
            came[which] = _judged(label, result, cases, size)
        return ""


class _NothingCompiled(Exception):
    """The box came to an end before a kernel was compiled."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.id)
        self.why = why


def _run_cells(box: Box, unit: Unit, job: Job) -> None:
    """Run the cells as grading does. A cell that raises is left, like anywhere else."""
    given = unit.given
    numbered = [] if given is None else [(GIVEN, read_text(given))]
    for number, source in [*numbered, *((position + 1, source) for position, source in job.cells)]:
        try:
            box.run_cell(source, number)
        except BoxDied as died:
            why = say("device.ended_in_cell", cell=number, why=died.why)
            raise _NothingCompiled(why) from None


def _set(box: Box, constants: Mapping[str, int]) -> None:
    try:
        for name, value in constants.items():
            box.set(name, value)
    except BoxDied as died:
        raise _NothingCompiled(died.why) from None


def _launch(cases: Cases, constants: Mapping[str, int], size: Size, kernel: Compiled) -> Launch:
    given = cases.given(size)
    arguments = tuple(given.values())
    outputs = tuple(i for i, n in enumerate(given) if n in cases.device.OUTPUTS)
    grid, block = cases.device.launch(size, constants)
    return Launch(kernel.code, entry_of(kernel.ptx, arguments), grid, block, arguments, outputs)


def _all_right(launches: Iterable[_Which], came: Mapping[_Which, Launched]) -> bool:
    return all(which in came and came[which].outcome == "right" for which in launches)


def _compared(runner: Runner, names: Sequence[str], label: str) -> tuple[Compared, ...]:
    """Return the times of each kernel beside the first; nothing if one fails now."""
    try:
        ms = runner.times_ms(ROUNDS, len(names))
    except Lost:
        return ()
    first = ms[:, 0]
    return tuple(
        Compared(
            kernel=name,
            against=names[0],
            size=label,
            ratio=spread((times / first).tolist()),
            ms=spread(times.tolist()),
            against_ms=spread(first.tolist()),
            rounds=ROUNDS,
        )
        for name, times in zip(names[1:], ms.T[1:], strict=True)
    )


def _judged(label: str, came: Came, cases: Cases, size: Size) -> Launched:
    """Return whether a launch left exactly what it should."""
    names = list(cases.given(size))
    if came.strayed:
        arrays = ", ".join(names[i] for i in came.strayed)
        return Launched(label, "wrong", say("device.strayed", arrays=arrays))
    if came.changed:
        arrays = ", ".join(names[i] for i in came.changed)
        return Launched(label, "wrong", say("device.changed", arrays=arrays))
    expected = cases.expected(size)
    outputs = [name for name in names if name in cases.device.OUTPUTS]
    for name, got in zip(outputs, came.outputs, strict=True):
        # A poisoned element is a NaN and equals nothing.
        differs = np.argwhere(~(got == expected[name]))
        if len(differs):
            place = tuple(int(i) for i in differs[0])
            why = say(
                "device.wrong",
                array=name,
                where=str(list(place)),
                want=f"{expected[name][place]:g}",
                got=f"{got[place]:g}",
            )
            return Launched(label, "wrong", why)
    return Launched(label, "right")
