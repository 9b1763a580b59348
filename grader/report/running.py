"""What a TA has to know while a class is judged: how far, how fast, which units are in trouble.

Pure: a `Step` a verdict in, sentences out; the clock is the caller's. A check that nobody passes,
and one that we cannot judge, are said at once: most often the check is broken, and an hour of
grading is better stopped in its first minute.
"""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from grader.messages import Message, say
from grader.outcome import Status

Level = Literal["alarm", "failing", "slow"]

RATE_WINDOW_S = 120.0
"""The rate is that of the last two minutes: workers start slowly, and a class is not even."""
RATE_LEAST = 3
"""Verdicts before a rate is told."""
ALARM_FROM = 4
"""Answers that all fail one check from which on the check itself is in doubt."""
FAILING_FROM = 8
FAILING_SHARE = 0.5
SLOW_FROM = 3
SLOW_S = 1.0
SLOW_TIMES = 2.0
"""Slow is a unit that takes this many times as long as the middle one, and a second at least."""
_NAMED = 3
"""Units of one kind that are named."""
_KEPT = 100
"""Times of a unit, the last ones, that tell how long it takes."""
_UP_TO_SECONDS = 90
"""Below this seconds are told, in steps of five; then minutes."""
_FAST = 10
"""Verdicts a minute below which a decimal is told."""


@dataclass(frozen=True)
class Step:
    """How far grading is, and what was just judged."""

    done: int
    all: int
    unit: str = ""
    """Empty for the first step, before anything is judged."""
    status: Status = Status.PASSED
    seconds: float = 0.0
    checks: Mapping[str, Status] = field(default_factory=dict)
    """By name, of the unit just judged; none where it could not be judged at all."""


@dataclass(frozen=True)
class Notice:
    """One unit that needs a look."""

    level: Level
    unit: str
    kind: str
    """What is the matter, the same however the figures change."""
    message: Message


@dataclass
class _Count:
    passed: int = 0
    wrong: int = 0
    unanswered: int = 0
    not_judged: int = 0

    @property
    def answered(self) -> int:
        """Return how many got a verdict and had an answer to give one on."""
        return self.passed + self.wrong

    @property
    def judged(self) -> int:
        """Return how many got a verdict."""
        return self.answered + self.unanswered

    @property
    def nobody(self) -> bool:
        """Return whether it has come out wrong for so many, and for all, that it is in doubt."""
        return self.wrong >= ALARM_FROM and not self.passed

    def add(self, status: Status) -> None:
        self.passed += status is Status.PASSED
        self.unanswered += status is Status.UNANSWERED
        self.not_judged += status is Status.NOT_JUDGED
        self.wrong += status not in (Status.PASSED, Status.UNANSWERED, Status.NOT_JUDGED)


@dataclass
class _Unit:
    whole: _Count = field(default_factory=_Count)
    checks: dict[str, _Count] = field(default_factory=dict)
    seconds: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))


class Tally:
    """Counts the steps of one run."""

    def __init__(self) -> None:
        self.done = 0
        self.all = 0
        self.stored = 0
        """Done before this run."""
        self._units: dict[str, _Unit] = {}
        self._times: deque[float] = deque()

    def add(self, step: Step, now: float) -> None:
        """Count a step that came at `now`, in seconds of any clock."""
        self.done, self.all = step.done, step.all
        if not step.unit:
            self.stored = step.done
            self._times.append(now)
            return
        self._times.append(now)
        # The first one stays: the time before the second verdict counts from it.
        while len(self._times) > RATE_LEAST and self._times[0] < now - RATE_WINDOW_S:
            self._times.popleft()
        unit = self._units.setdefault(step.unit, _Unit())
        unit.seconds.append(step.seconds)
        unit.whole.add(step.status)
        for name, status in step.checks.items():
            unit.checks.setdefault(name, _Count()).add(status)

    def per_minute(self, now: float) -> float | None:
        """Return how many are judged in a minute now; None while that is not known."""
        since = len(self._times) - 1
        if since < RATE_LEAST or now <= self._times[0]:
            return None
        return 60 * since / (now - self._times[0])

    def left_s(self, now: float) -> float | None:
        """Return the seconds that are left at this rate; None while that is not known."""
        rate = self.per_minute(now)
        return None if not rate else 60 * (self.all - self.done) / rate

    def status(self, now: float) -> list[Message]:
        """Return how far, how fast and how long still, as parts that may stand on one line."""
        parts = [say("running.done", done=self.done, all=self.all)]
        rate, left = self.per_minute(now), self.left_s(now)
        if rate is not None:
            fast = rate >= _FAST
            parts.append(say("running.rate", rate=f"{rate:.0f}" if fast else f"{rate:.1f}"))
        if left is None and self.done < self.all and not self._units:
            parts.append(say("running.starting"))
        if left is not None and self.done < self.all:
            parts.append(say("running.left", time=duration(left)))
        return parts

    def notices(self) -> list[Notice]:
        """Return the units that need a look: those that may be our fault first, then the worst."""
        return [*self.alarms(), *self._failing(), *self._slow()]

    def alarms(self) -> Iterator[Notice]:
        """Yield the units that may be our fault."""
        for name, unit in self._units.items():
            if count := unit.whole.not_judged:
                checks = _names(n for n, c in unit.checks.items() if c.not_judged)
                message = say(
                    "running.not_judged",
                    unit=_short(name),
                    count=count,
                    all=count + unit.whole.judged,
                )
                kind = "not judged"
                yield Notice("alarm", name, kind, say("running.in", what=message, checks=checks))
        for name, unit in self._units.items():
            doubtful = [n for n, check in unit.checks.items() if check.nobody]
            if doubtful:
                count = max(unit.checks[n].wrong for n in doubtful)
                message = say("running.nobody", unit=_short(name), count=count)
                checks = _names(doubtful)
                yield Notice(
                    "alarm", name, "nobody", say("running.in", what=message, checks=checks)
                )

    def _failing(self) -> Iterator[Notice]:
        share = {
            name: unit.whole.wrong / unit.whole.answered
            for name, unit in self._units.items()
            if unit.whole.answered >= FAILING_FROM
            and not any(check.nobody for check in unit.checks.values())
        }
        for name in _most({n: s for n, s in share.items() if s >= FAILING_SHARE}):
            whole = self._units[name].whole
            message = say(
                "running.failing", unit=_short(name), wrong=whole.wrong, count=whole.answered
            )
            yield Notice("failing", name, "failing", message)

    def _slow(self) -> Iterator[Notice]:
        # The middle of each: a worker's first one imports and compiles.
        takes = {n: statistics.median(u.seconds) for n, u in self._units.items() if u.seconds}
        if not takes:
            return
        usual = statistics.median_low(list(takes.values()))
        slow = {
            name: seconds
            for name, seconds in takes.items()
            if len(self._units[name].seconds) >= SLOW_FROM
            and seconds >= max(SLOW_S, SLOW_TIMES * usual)
        }
        for name in _most(slow):
            message = say("running.slow", unit=_short(name), seconds=f"{slow[name]:.1f}")
            yield Notice("slow", name, "slow", message)


def duration(seconds: float) -> Message:
    """Return a time as a person says it: no more exact than it is known."""
    if seconds < _UP_TO_SECONDS:
        return say("running.seconds", seconds=max(5, 5 * round(seconds / 5)))
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return say("running.minutes", minutes=minutes)
    return say("running.hours", hours=minutes // 60, minutes=f"{minutes % 60:02d}")


def _short(unit: str) -> str:
    return unit.split("_")[0]


def _names(checks: Iterable[str]) -> str:
    """Return the names of a few checks; "–" for none."""
    first, *rest = [name.removeprefix("test_") for name in checks] or ["–"]
    return f"{first} +{len(rest)}" if rest else first


def _most(values: dict[str, float]) -> list[str]:
    return sorted(values, key=lambda name: (-values[name], name))[:_NAMED]
