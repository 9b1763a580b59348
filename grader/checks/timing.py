"""What measured times say, and when they say nothing: pure functions of samples.

A time decides no mark (a correct tiled product may be slower than an untiled one). So what is
reported is a ratio to a reference timed in the same rounds, and INCONCLUSIVE, with the reason in
words, where it is noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Literal

from grader.messages import Message, say
from grader.outcome import Record, Text

LEAST_ROUNDS = 7
"""Below, the outer tenths of the ratios are made up from the two outermost."""
WIDEST = 1.5
"""Largest quotient of the ends of a spread that still counts as one value."""
ALIKE = 1.05
"""A spread within this factor of 1 on both sides: the two take the same time."""
WAITING = 1.2
"""Largest wall time a CPU second may have taken: beyond, somebody else had the core."""
SHORTEST = 20.0
"""Least duration of a call in units of an exchange without one: at most 5 % is not the call's."""
BESIDE = 1.5
"""Most CPU time beside the calls, in units of what the reference takes for the same chores …"""
BESIDE_SHARE = 0.1
"""… and on top of that as a share of the call itself: CPU clocks are not exact either."""

Direction = Literal["faster", "slower", "alike", "inconclusive"]


@dataclass(frozen=True)
class Sample:
    """One call of one contender."""

    wall_s: float
    cpu_s: float
    """CPU time of its box meanwhile; 0 where the system does not tell."""
    beside_s: float = 0.0
    """CPU time of its box for the chores around the call: fill the inputs, return the outputs."""
    calls: int = 1
    """Calls between two looks at the clock; the times above are those of one."""


class Spread(Record, frozen=True):
    """A value of which there are many samples: the median and the outer tenths."""

    middle: float
    low: float
    high: float


class Comparison(Record, frozen=True):
    """The submission beside one reference."""

    rung: Text
    ratio: float
    """Median time of the submission over median time of the reference: above 1, it is slower."""
    low: float
    high: float
    """Between these lie the ratios of all rounds but a tenth at each end."""
    cpu_ratio: float
    """The same by CPU time, which other work disturbs less; 0 where the system does not tell."""
    direction: Direction
    reasons: tuple[Message, ...] = ()
    """Why it is inconclusive."""


class Timed(Record, frozen=True):
    """One contender's times."""

    name: Text
    ms: Spread
    flop_per_s: float
    share: float
    """Of the machine's roof."""
    reference: bool = True


class Roof(Record, frozen=True):
    """What bounds the computation on one machine."""

    machine: str
    flop_per_s: float
    bytes_per_s: float
    attainable_flop_per_s: float
    """At the intensity of this computation."""
    limiter: str
    """"compute", "bandwidth" or "balanced"."""


class Work(Record, frozen=True):
    """What one call computes, counted and not measured."""

    label: str
    """The size, e.g. `M = N = K = 512`."""
    flop: int
    moved_bytes: int
    moved: Text
    """What the bytes are, in words."""

    @property
    def intensity(self) -> float:
        """FLOP per byte."""
        return self.flop / self.moved_bytes


class TimingReport(Record, frozen=True):
    """What `grader time` found. No mark depends on it."""

    unit: str
    title: Text
    file: str
    entry_point: str
    rung: str
    """The walls."""
    work: Work | None = None
    roof: Roof | None = None
    timed: tuple[Timed, ...] = ()
    """The submission first."""
    comparisons: tuple[Comparison, ...] = ()
    rounds: int = 0
    exchange_us: float = 0.0
    """What asking and answering takes without a call; it is contained in every time."""
    refused: Message | None = None
    """Why there are no times: the submission does not work."""
    notes: tuple[Message, ...] = ()

    @property
    def conclusive(self) -> bool:
        """Whether every comparison says something."""
        return all(c.direction != "inconclusive" for c in self.comparisons)


def spread(values: Sequence[float]) -> Spread:
    """Return median and outer tenths of at least one value."""
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    tenths = quantiles(values, n=10, method="inclusive")
    return Spread(median(values), tenths[0], tenths[-1])


def judge(
    rung: Text, mine: Sequence[Sample], theirs: Sequence[Sample], exchange_s: float
) -> Comparison:
    """Return how the submission compares with one reference, or why that cannot be told.

    Parameters
    ----------
    mine, theirs
        One sample a round, in the same order, at least one.
    exchange_s
        What a request and its answer take without a call.
    """
    ratios = spread([a.wall_s / b.wall_s for a, b in zip(mine, theirs, strict=True)])
    reasons = tuple(_reasons(mine, theirs, ratios, exchange_s))
    return Comparison(
        rung=rung,
        ratio=_wall(mine) / _wall(theirs),
        low=ratios.low,
        high=ratios.high,
        cpu_ratio=_cpu(mine) / _cpu(theirs) if _cpu(theirs) else 0.0,
        direction="inconclusive" if reasons else _direction(ratios),
        reasons=reasons,
    )


def _direction(ratios: Spread) -> Direction:
    if ratios.low > 1:
        return "slower" if ratios.high > ALIKE else "alike"
    if ratios.high < 1:
        return "faster" if ratios.low < 1 / ALIKE else "alike"
    return "alike"


def _reasons(
    mine: Sequence[Sample], theirs: Sequence[Sample], ratios: Spread, exchange_s: float
) -> Iterator[Message]:
    if len(mine) < LEAST_ROUNDS:
        yield say("timing.few_rounds", rounds=len(mine), least=LEAST_ROUNDS)
    shortest_s = min(_turn(mine), _turn(theirs))
    if shortest_s < SHORTEST * exchange_s:
        yield say(
            "timing.too_short",
            microseconds=f"{shortest_s * 1e6:.0f}",
            exchange=f"{exchange_s * 1e6:.0f}",
        )
    shared = [*_sharing(mine, exchange_s), *_sharing(theirs, exchange_s)]
    yield from shared[:1]
    allowed_s = BESIDE * _median(theirs, lambda s: s.beside_s) + BESIDE_SHARE * _wall(mine)
    if (beside_s := _median(mine, lambda s: s.beside_s)) > allowed_s:
        usual = _median(theirs, lambda s: s.beside_s)
        yield say("timing.beside", took=f"{beside_s * 1e3:.3g}", usual=f"{usual * 1e3:.3g}")
    if ratios.high > WIDEST * ratios.low and not shared:
        yield say("timing.wide", low=f"{ratios.low:.3g}", high=f"{ratios.high:.3g}")


def _sharing(samples: Sequence[Sample], exchange_s: float) -> Iterator[Message]:
    """Yield how far the core was not this contender's alone, or not the only one."""
    wall_s, cpu_s = _wall(samples), _cpu(samples)
    if not cpu_s:
        return
    if wall_s - exchange_s / samples[0].calls > WAITING * cpu_s:
        yield say("timing.waiting", times=f"{wall_s / cpu_s:.2f}")
    elif cpu_s > WAITING * wall_s:
        yield say("timing.parallel", times=f"{cpu_s / wall_s:.2f}")


def _turn(samples: Sequence[Sample]) -> float:
    return _median(samples, lambda s: s.wall_s * s.calls)


def _cpu(samples: Sequence[Sample]) -> float:
    return _median(samples, lambda s: s.cpu_s)


def _wall(samples: Sequence[Sample]) -> float:
    return _median(samples, lambda s: s.wall_s)


def _median(samples: Sequence[Sample], of: Callable[[Sample], float]) -> float:
    return median(of(sample) for sample in samples)
