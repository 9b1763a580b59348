"""One function in a box of its own, called by the keeper's clock, with each result checked.

Between its turns a box is frozen: a thread that it left behind cannot run on the time of others,
nor get ahead with its own work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from grader.box import Box, BoxDied, Missing, Raised
from grader.box.inside.timing import refill
from grader.checks import show
from grader.checks.timing import Sample
from grader.engine.timeable import Case, UnitTiming
from grader.messages import Message, say
from grader.outcome import Status, Text

GIVEN = 0
"""The number under which given code runs; the notebook's cells count from 1."""
WARM_UPS = 2
"""The first call compiles, the second is like all that follow."""
MOST_REPEATED = 10_000


class NotTimed(Exception):
    """There are no times of this function, for a reason that its author can mend."""

    def __init__(self, why: Message, *, limit: bool = False) -> None:
        super().__init__(why.id)
        self.why = why
        self.limit = limit
        """Whether a smaller size may help."""


class Round:
    """What all contenders of one round are given, and what they should return."""

    def __init__(self, timing: UnitTiming, case: Case, seed: int) -> None:
        self.seed = seed
        given = {
            name: np.zeros_like(value) if isinstance(value, np.ndarray) else value
            for name, value in case.kwargs.items()
        }
        arrays = {name: value for name, value in given.items() if isinstance(value, np.ndarray)}
        refill({name: a for name, a in arrays.items() if name not in case.outputs}, seed)
        self._expected = timing.expected(given)

    def mistake(self, outputs: Mapping[str, Any]) -> dict[str, str] | None:
        """Return the first element that is not what it should be, ready to be said."""
        for name, got in outputs.items():
            wrong = np.argwhere(~(got == self._expected[name]))
            if len(wrong):
                place = tuple(int(i) for i in wrong[0])
                return {
                    "array": name,
                    "where": str(list(place)),
                    "want": f"{float(self._expected[name][place]):g}",
                    "got": f"{float(got[place]):g}",
                }
        return None


class Contender:
    """A function in its box.

    Parameters
    ----------
    box
        Fresh; belongs to the contender from now on.
    """

    def __init__(self, name: Text, entry_point: str, box: Box) -> None:
        self.name = name
        self.samples: list[Sample] = []
        self._entry_point = entry_point
        self._box = box
        self._calls = 0
        self._times = 1
        box.freeze()

    def load(self, cells: Sequence[tuple[int, str]], given: str | None = None) -> list[Message]:
        """Run the cells as grading does; return what a reader should know of them.

        Raises
        ------
        NotTimed
            A cell ended the box.
        """
        notes = []
        numbered = [] if given is None else [(GIVEN, given)]
        for number, source in [*numbered, *((position + 1, source) for position, source in cells)]:
            try:
                with self._box.thawed():
                    done = self._box.run_cell(source, number)
            except BoxDied as died:
                raise NotTimed(say("timing.died_in_cell", cell=number, why=died.why)) from None
            if isinstance(done, Raised):
                notes.append(say("timing.cell_failed", cell=number, why=_shown(done)))
        return notes

    def hold(self, case: Case) -> None:
        """Send the arguments; the calls that follow are made with them. NotTimed if it cannot."""
        kwargs = {
            # Memory of its own, as `Box.hold` demands.
            name: np.array(value, order="C") if isinstance(value, np.ndarray) else value
            for name, value in case.kwargs.items()
        }
        with self._box.thawed():
            held = self._ask(partial(self._box.hold, self._entry_point, kwargs, case.outputs))
        if isinstance(held, Missing):
            raise NotTimed(say("timing.missing", name=self._entry_point))

    def warm_up(self, rounds: Sequence[Round]) -> Sample:
        """Make a call for each round, which compiles; return the times of the last.

        Raises
        ------
        NotTimed
            A result is wrong, or there is none.
        """
        return [self._turn(each, "timing.wrong") for each in rounds][-1]

    def repeat(self, least_s: float) -> None:
        """Let each turn consist of as many calls as take `least_s`; for references alone.

        A submission could remember its result from one call to the next, with inputs that stay.
        """
        while self._times < MOST_REPEATED:
            with self._box.thawed():
                ran = self._ask(partial(self._box.run_held, self._times))
            # CPU time: a call that was interrupted would seem long enough.
            took_s = ran.cpu_s or ran.wall_s
            if took_s >= least_s:
                return
            # At most tenfold: of a short turn most is not the call's.
            self._times = min(ceil(self._times * min(1.2 * least_s / took_s, 10)), MOST_REPEATED)

    def turn(self, round_: Round) -> None:
        """Make one call and keep its times. NotTimed if it does not do what it did at first."""
        self.samples.append(self._turn(round_, "timing.stopped_working"))

    def exchange_s(self) -> float:
        """Return how long a request and its answer take when nothing is called."""
        with self._box.thawed():
            ran = self._ask(partial(self._box.run_held, 0))
        return float(ran.wall_s)

    def _turn(self, round_: Round, sentence: str) -> Sample:
        self._calls += 1
        box = self._box
        start_s = box.cpu_s
        # Three times thawed: in between it is frozen, and a thread cannot get ahead of the clock.
        with box.thawed():
            self._ask(partial(box.refill, round_.seed))
        with box.thawed():
            ran = self._ask(partial(box.run_held, self._times))
        with box.thawed():
            outputs = self._ask(box.fetch)
        beside_s = box.cpu_s - start_s - ran.cpu_s
        if found := round_.mistake(outputs):
            call = {} if sentence == "timing.wrong" else {"call": len(self.samples) + 1}
            raise NotTimed(say(sentence, name=self._entry_point, **call, **found))
        times = self._times
        return Sample(ran.wall_s / times, ran.cpu_s / times, beside_s, times)

    def _ask(self, request: Any) -> Any:
        """Return the answer of the box; NotTimed where it is an exception, or none came."""
        try:
            answer = request()
        except BoxDied as died:
            limit = died.status in (Status.TIME_LIMIT, Status.MEMORY_LIMIT)
            why = say("timing.died", name=self._entry_point, call=self._calls, why=died.why)
            raise NotTimed(why, limit=limit) from None
        if isinstance(answer, Raised):
            raise NotTimed(_shown(answer, self._entry_point))
        return answer


def _shown(raised: Raised, name: str = "") -> Message:
    type_name, message = show.clip(raised.type_name, 80), show.clip(raised.message, 300)
    if name:
        return say("timing.raised", name=name, type=type_name, message=message)
    return say("student.raised", type=type_name, message=message)
