"""Records as lines of text for a terminal, in the reader's language; pure but for `rich` tables."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from grader.checks.lines import OPEN, check_lines, mark
from grader.course import Feedback
from grader.messages import Lang, say
from grader.outcome import Key, Status, UnitResult

if TYPE_CHECKING:
    from rich.table import Table


def status_word(status: Status, lang: Lang) -> str:
    """Return the verdict in words."""
    return say(f"status.{status.value}").text(lang)


def unit_lines(result: UnitResult, lang: Lang, feedback: Feedback = OPEN) -> Iterator[str]:
    """Yield what a student reads about one unit: each key, its points, each check that failed."""
    if result.rung == "D":
        yield say("report.not_isolated").text(lang)
    for key in result.keys:
        points = key.points or "?"
        yield say(
            "report.key",
            mark=mark(key.status),
            key=key_word(key.key, lang),
            points=points,
            possible=key.possible,
            status=status_word(key.status, lang),
        ).text(lang)
        for check in result.checks:
            if check.key == key.key:
                yield from check_lines(check, lang, feedback)
    for note in result.cells:
        yield say("report.cell", cell=note.cell + 1, why=note.why).text(lang)


def key_word(key: Key, lang: Lang) -> str:
    """Return a key's name in words, e.g. "examples (ex)"."""
    return say(f"notebook.key_{key}").text(lang)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a plain table that a narrow terminal can fold."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for i, name in enumerate(head):
        grid.add_column(name, overflow="fold", justify="left" if i == 0 else "center")
    for row in rows:
        grid.add_row(*map(escape, row))  # a student may be named [red]
    return grid


def shown_name(name: str, limit: int = 40) -> str:
    """Return a name from outside without control or bidi characters, shortened."""
    safe = "".join("�" if unicodedata.category(c)[0] == "C" else c for c in name)
    return safe if len(safe) <= limit else f"{safe[: limit - 1]}…"
