"""`mutants.toml`: mutants of which the author says that no check can tell them from the solution.

An entry names the function and the lines before and after the change, as the report shows them, so
it stays right when lines move. When the line itself changes it names no mutant any more, and that
is said: a reason holds for what it was written about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.course import Unit
from grader.course.layout import demand, read_toml
from grader.engine.mutants import Mutant
from grader.messages import Message, say
from grader.outcome import Record

FILE = "mutants.toml"


class Named(NamedTuple):
    """What an entry says about a mutant, and a mutant about itself."""

    function: str
    before: str
    after: str


class Equivalent(Record, frozen=True):
    """One entry."""

    before: str
    after: str
    why: str
    function: str = ""


class _File(Record, frozen=True):
    equivalent: tuple[Equivalent, ...] = ()


def named(mutant: Mutant | Equivalent) -> Named:
    """Return what a mutant is known by."""
    before, after = mutant.before.strip("\n"), mutant.after.strip("\n")
    return Named(mutant.function, before, after)


def read_equivalents(unit: Unit) -> dict[Named, str]:
    """Return the reasons by mutant; none where there is no file.

    Raises
    ------
    CourseError
        The file is none, an entry has no reason, or two entries name the same mutant.
    """
    path = unit.secret / FILE
    if not path.is_file():
        return {}
    entries = read_toml(path, _File).equivalent
    for entry in entries:
        demand(bool(entry.why.strip()), path, _short(named(entry)), "mutants.no_reason")
    _demand_once(path, entries)
    return {named(entry): entry.why for entry in entries}


def stale(declared: Mapping[Named, str], mutants: Sequence[Mutant]) -> Iterator[Message]:
    """Yield which entries name no mutant of the solution any more."""
    known = {named(mutant) for mutant in mutants}
    for entry in declared:
        if entry not in known:
            yield say("mutants.stale", file=FILE, entry=_short(entry))


def killed(entry: Named, check: str) -> Message:
    """Return that a check tells a mutant from the solution, which was said to be impossible."""
    return say("mutants.not_equivalent", file=FILE, entry=_short(entry), check=check)


def _demand_once(path: Path, entries: Sequence[Equivalent]) -> None:
    for entry, count in Counter(map(named, entries)).items():
        demand(count == 1, path, _short(entry), "mutants.twice")


def _short(entry: Named) -> str:
    """Return an entry in one line."""
    before, after = (" ".join(text.split()) for text in (entry.before, entry.after))
    return f"{entry.function or '-'}: {before} → {after}"
