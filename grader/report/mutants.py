"""What became of the mutants of a unit, as records and as text; what survived, with its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from grader.messages import Lang, Message, say
from grader.outcome import Record

if TYPE_CHECKING:
    from rich.console import Console

Fate = Literal["killed", "survived", "not_judged", "equivalent"]

LEAST_PERCENT = 97
"""Of the mutants that are not declared equivalent, so many have to be noticed."""


class Tried(Record, frozen=True):
    """One mutant and what became of it."""

    line: int
    function: str
    """The function and class around it, with dots; empty at the top of the file."""
    kind: str
    before: str
    after: str
    fate: Fate
    why: str = ""
    """What killed it, or the author's reason that nothing can."""


class MutantReport(Record, frozen=True):
    """The mutants of one unit."""

    unit: str
    file: str
    """The solution, relative to the course."""
    tried: tuple[Tried, ...] = ()
    problems: tuple[Message, ...] = ()
    """Why there is no report, or which declarations do not hold."""

    def of(self, *fates: Fate) -> tuple[Tried, ...]:
        """Return the mutants that came to one of these ends."""
        return tuple(each for each in self.tried if each.fate in fates)

    @property
    def rate(self) -> str:
        """Return how many of those not declared equivalent were killed, in percent, cut off."""
        killed, counted = self._counts()
        return f"{1000 * killed // counted / 10:.1f}" if counted else "–"

    @property
    def enough(self) -> bool:
        """Return whether the checks notice as much as is demanded."""
        killed, counted = self._counts()
        return 100 * killed >= LEAST_PERCENT * counted

    def _counts(self) -> tuple[int, int]:
        return len(self.of("killed")), len(self.tried) - len(self.of("equivalent"))


def print_mutants(reports: Sequence[MutantReport], lang: Lang) -> None:
    """Print to standard output: a line for each unit, below it what survived."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        # Whoever searches a file wants a line of code on one line.
        console = Console(highlight=False, width=100_000)
    for report in reports:
        for line in headlines(report):
            console.print(line.text(lang), markup=False, soft_wrap=lang == "zh")
        for tried in report.of("survived", "not_judged"):
            _print_one(console, report.file, tried, lang)
    short = sum(not report.enough for report in reports)
    problems = sum(len(report.problems) for report in reports)
    for line in _last(len(reports), short, problems):
        console.print(line.text(lang), markup=False, soft_wrap=lang == "zh")


def headlines(report: MutantReport) -> Iterator[Message]:
    """Yield how many mutants of a unit died, and what is wrong with it or its declarations."""
    for problem in report.problems:
        yield say("mutants.problem", unit=report.unit, why=problem)
    if report.tried:
        yield say(
            "mutants.unit",
            mark="✓" if report.enough else "✗",
            unit=report.unit,
            count=len(report.tried),
            killed=len(report.of("killed")),
            survived=len(report.of("survived", "not_judged")),
            equivalent=len(report.of("equivalent")),
            rate=report.rate,
        )


def _last(units: int, short: int, problems: int) -> Iterator[Message]:
    if problems:
        yield say("mutants.problems", count=problems)
    if short:
        yield say("mutants.short", count=short, units=units, least=LEAST_PERCENT)
    elif not problems:
        yield say("mutants.passed", count=units, least=LEAST_PERCENT)


def _print_one(console: Console, file: str, tried: Tried, lang: Lang) -> None:
    """Print where a mutant is, then the lines before and after."""
    where = f"  {file}:{tried.line}"
    if tried.fate == "not_judged":
        where += "  " + say("mutants.not_judged", check=tried.why).text(lang)
    console.print(where, markup=False, soft_wrap=True)
    for sign, style, block in (("-", "red", tried.before), ("+", "green", tried.after)):
        for line in block.splitlines():
            for shown in folded(console, sign, line):
                console.print(shown, markup=False, soft_wrap=True, style=style)


def folded(console: Console, sign: str, line: str) -> Iterator[str]:
    """Yield a line of code behind its sign; what is too long goes on below, two places further."""
    from rich.text import Text

    first = f"    {sign} "
    indent = " " * (len(line) - len(line.lstrip()))
    room = max(console.width - len(first) - len(indent) - 2, 8)
    head, *rest = Text(line.strip()).wrap(console, room) or [Text()]
    yield first + indent + head.plain
    yield from (" " * (len(first) + 2) + indent + part.plain for part in rest)
