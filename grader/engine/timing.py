"""`grader time`: a submission and the course's references, in turns, in one run, on one core.

The order of a round, and why each step is there:

1.  All contenders have a box of their own and were called before, so that nothing compiles while
    the clock runs, and were found to be right: the time of a wrong result is worth nothing.
2.  In every round each gets the same new inputs, in an order that changes from round to round: what
    disturbs the machine disturbs all of them, and a result kept from before is a wrong one.
3.  The clock is the keeper's, around one small request and its answer; CPU time is the kernel's.
4.  Everything that does not run is frozen; outputs are poisoned before each call and compared after
    it, so that a function which stops working when it is timed is found out.
"""

from __future__ import annotations

import os
import secrets as random_source
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from grader.box import Rung as Walls
from grader.box import Zygote
from grader.checks.timing import (
    SHORTEST,
    Roof,
    Sample,
    Timed,
    TimingReport,
    Work,
    judge,
    spread,
)
from grader.course import Unit, read_text
from grader.engine.contender import WARM_UPS, Contender, NotTimed, Round
from grader.engine.timeable import Case, CourseTiming, Rung, UnitTiming
from grader.errors import BoxError, UsageError
from grader.messages import Lang, Message, default_lang, say
from grader.outcome import Text

SLOW_S = 0.5
"""A submission expected to take longer for one call is timed at a smaller size, if none is asked
for: interpreted loops take minutes where compiled ones take tens of milliseconds."""
BUDGET_S = 15.0
"""About how long the rounds may take together, if no number is asked for …"""
ROUNDS = range(7, 32)
"""… within these bounds."""
LARGEST_BYTES = 192 << 20
"""Of all arrays of a call: what a frame may hold, and some room for the results."""
EXCHANGES = 21
LONG_ENOUGH = 2 * SHORTEST
"""Exchanges that a reference's turn takes at least: it may consist of many calls."""
PATIENCE = 3.0
"""Wall seconds for each CPU second of a call: after that a call that only waits is given up."""

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Plan:
    """What to time, and how."""

    unit: Unit
    file: str
    cells: Sequence[tuple[int, str]]
    timing: UnitTiming
    walls: Walls
    secrets: Sequence[Path] = ()
    size: int | None = None
    rounds: int | None = None


@dataclass(frozen=True)
class Result:
    """The report, and the roof as the course knows it, for a drawing."""

    report: TimingReport
    roof: Any = None


def time_submission(
    plan: Plan, course: CourseTiming, machine: str, lang: Lang, progress: Progress
) -> Result:
    """Return the times of a submission, or why there are none.

    Raises
    ------
    BoxError
        The box or a reference failed: nothing is said about the submission.
    """
    with pinned() as alone, Zygote(plan.walls, secrets=plan.secrets) as zygote:
        return time_in(zygote, plan, course, machine, lang, progress, alone=alone)


def time_in(
    zygote: Zygote,
    plan: Plan,
    course: CourseTiming,
    machine: str,
    lang: Lang,
    progress: Progress = lambda done, all_, what: None,
    *,
    alone: bool,
) -> Result:
    """Do what `time_submission` does in boxes of a zygote that runs already.

    Parameters
    ----------
    alone
        Whether the zygote, and so its boxes, are pinned to one core.
    """
    with ExitStack() as stack:
        run = _Run(plan, zygote, stack)
        try:
            run.prepare()
            progress(0, 0, say("timing.measuring_roof").text(lang))
            roof = course.roof(machine, plan.timing.format, lang)
            run.measure(progress)
        except NotTimed as error:
            return Result(run.refused(error))
        return Result(run.report(course, roof, alone=alone), roof)


@contextmanager
def pinned() -> Iterator[bool]:
    """Keep this process, and all it starts meanwhile, on one core; yield whether that worked.

    Boxes inherit it and cannot undo it: the call is none that their walls let through.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)
    try:
        # The last: interrupts of devices usually arrive at the first.
        os.sched_setaffinity(0, {max(before)})
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setaffinity(0, before)


def case_of(timing: UnitTiming, size: int) -> Case:
    """Return the call of a size. UsageError if its arrays are too large to be sent to a box."""
    hint = say("timing.too_large", size=size, megabytes=LARGEST_BYTES >> 20)
    try:
        case = timing.case(size)
    except (MemoryError, ValueError, OverflowError):
        raise UsageError(hint) from None
    if sum(getattr(value, "nbytes", 0) for value in case.kwargs.values()) > LARGEST_BYTES:
        raise UsageError(hint)
    return case


class _Run:
    """One run: the boxes, the size, the rounds."""

    def __init__(self, plan: Plan, zygote: Zygote, stack: ExitStack) -> None:
        self._plan = plan
        self._zygote = zygote
        self._stack = stack
        self._notes: list[Message] = []
        self._submission = self._contender(
            Text(zh=say("timing.yours").text("zh"), en=say("timing.yours").text("en")),
            plan.timing.entry_point,
        )
        self._rungs: list[Contender] = []
        self._exchange_s = 0.0
        self._rounds = 0
        self._case: Case

    def prepare(self) -> None:
        """Load, choose the size, call everyone until nothing compiles any more."""
        plan = self._plan
        given = read_text(plan.unit.given) if plan.unit.given else None
        # First, because a size that is asked for may be one that nothing can hold.
        asked = None if plan.size is None else case_of(plan.timing, plan.size)
        self._notes += self._submission.load(plan.cells, given)
        self._case = asked or case_of(plan.timing, self._fitting_size())
        warm = self._warm_rounds(self._case)
        self._submission.hold(self._case)
        turns = [self._submission.warm_up(warm)]
        self._exchange_s = median(self._submission.exchange_s() for _ in range(EXCHANGES))
        for rung in plan.timing.rungs:
            turns.append(self._warm_rung(rung, warm))
        # What a box takes beside the call, the keeper takes about again for checking it.
        each_s = sum(turn.wall_s + 2 * turn.beside_s for turn in turns)
        fitting = min(max(int(BUDGET_S / each_s), ROUNDS[0]), ROUNDS[-1])
        self._rounds = plan.rounds or fitting

    def measure(self, progress: Progress) -> None:
        """Time all rounds."""
        everyone = [self._submission, *self._rungs]
        for number in range(self._rounds):
            progress(number, self._rounds, self._case.label)
            round_ = self._round(self._case)
            for contender in _order(everyone, number):
                if contender is self._submission:
                    contender.turn(round_)
                else:
                    with _our_fault(contender.name):
                        contender.turn(round_)
        progress(self._rounds, self._rounds, self._case.label)

    def refused(self, error: NotTimed) -> TimingReport:
        """Return the report that says why there are no times."""
        notes = [*self._notes, say("timing.smaller")] if error.limit else self._notes
        return self._head(refused=error.why, notes=tuple(notes))

    def report(self, course: CourseTiming, roof: Any, *, alone: bool) -> TimingReport:
        """Return what the rounds came to."""
        everyone = [self._submission, *self._rungs]
        case = self._case
        rates = [case.flop / median(s.wall_s for s in c.samples) for c in everyone]
        under = [course.beneath(roof, case.flop, case.moved_bytes, rate) for rate in rates]
        notes = [*self._notes, *([] if alone else [say("timing.not_pinned")])]
        if any(one.above for one in under):
            notes.append(say("timing.above"))
        moved = self._plan.timing.moved
        mine = self._submission.samples
        return self._head(
            work=Work(
                case.label, case.flop, case.moved_bytes, Text(zh=moved["zh"], en=moved["en"])
            ),
            roof=Roof(
                roof.machine,
                roof.flop_per_s,
                roof.bytes_per_s,
                under[0].attainable_flop_per_s,
                under[0].limiter,
            ),
            timed=tuple(
                Timed(
                    contender.name,
                    spread([s.wall_s * 1e3 for s in contender.samples]),
                    rate,
                    one.share,
                    reference=contender is not self._submission,
                )
                for contender, rate, one in zip(everyone, rates, under, strict=True)
            ),
            comparisons=tuple(
                judge(rung.name, mine, rung.samples, self._exchange_s) for rung in self._rungs
            ),
            rounds=self._rounds,
            exchange_us=self._exchange_s * 1e6,
            notes=tuple(notes),
        )

    def _head(self, **found: Any) -> TimingReport:
        plan = self._plan
        return TimingReport(
            unit=plan.unit.id,
            title=plan.unit.title,
            file=plan.file,
            entry_point=plan.timing.entry_point,
            rung=plan.walls.value,
            **found,
        )

    def _fitting_size(self) -> int:
        """Return the largest size that a call finishes soon, by the time of the smallest."""
        timing = self._plan.timing
        least = timing.case(timing.sizes[0])
        self._submission.hold(least)
        last = self._submission.warm_up(self._warm_rounds(least))
        seconds = last.cpu_s or last.wall_s
        fitting = [
            size for size in timing.sizes if seconds * timing.case(size).flop / least.flop <= SLOW_S
        ]
        taken, usual = max(fitting, default=timing.sizes[0]), timing.sizes[-1]
        if taken != usual:
            self._notes.append(say("timing.smaller_size", wanted=usual, taken=taken))
        return taken

    def _warm_rung(self, rung: Rung, warm: Sequence[Round]) -> Sample:
        name = Text(zh=rung.name["zh"], en=rung.name["en"])
        with _our_fault(name):
            contender = self._contender(name, rung.entry_point)
            self._rungs.append(contender)
            if failed := contender.load(tuple(enumerate(rung.cells))):
                raise NotTimed(failed[0])
            contender.hold(self._case)
            last = contender.warm_up(warm)
            contender.repeat(LONG_ENOUGH * self._exchange_s)
            return last

    def _contender(self, name: Text, entry_point: str) -> Contender:
        limits = self._plan.unit.limits
        guard_s = PATIENCE * max(limits.cpu_s, limits.cell_cpu_s)
        box = self._stack.enter_context(self._zygote.open_box(limits, guard_s=guard_s))
        return Contender(name, entry_point, box)

    def _warm_rounds(self, case: Case) -> list[Round]:
        return [self._round(case) for _ in range(WARM_UPS)]

    def _round(self, case: Case) -> Round:
        # Unguessable: nobody can have the results ready.
        return Round(self._plan.timing, case, random_source.randbits(63))


@contextmanager
def _our_fault(name: Text) -> Iterator[None]:
    """Turn the failure of a reference into an error of the course."""
    try:
        yield
    except NotTimed as error:
        shown = name.text(default_lang())
        raise BoxError(say("timing.rung_failed", rung=shown, why=error.why)) from None


def _order(everyone: Sequence[Contender], number: int) -> list[Contender]:
    """Return who comes first, second, … in a round: in time each at each place, both ways round."""
    first = number % len(everyone)
    turned = [*everyone[first:], *everyone[:first]]
    return turned if number // len(everyone) % 2 == 0 else turned[::-1]


def drawing(result: Result, course: CourseTiming, lang: Lang) -> bytes:
    """Return the roofline with every contender's point, as SVG; nothing where nothing was timed."""
    report = result.report
    if report.work is None:
        return b""
    rates = [(timed.name.text(lang), timed.flop_per_s) for timed in report.timed]
    return course.drawing(result.roof, report.work.intensity, rates, lang)
