"""One unit of the feedback page: its notebook, its keys, what to do next, its written answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from grader.course import Feedback
from grader.messages import say
from grader.outcome import WRITTEN_KEY, CellNote, Key, UnitReport
from grader.report.evidence import key_evidence
from grader.report.html_key import Detail, KeyParts, code, comment, key_parts
from grader.report.standing import Mark, problem, written_state
from grader.report.words import Words, safe

TIMING_PAGE = ".time.html"
"""What the page of a unit's times is called after the unit, beside the feedback page."""
CELL_CHARS = 120
"""Characters of a line of the traceback of a cell that did not run."""


@dataclass(frozen=True)
class CellParts:
    """The HTML of the cells that did not run."""

    head: str
    cells: tuple[str, ...]
    """The first of them, as many as any page shows."""
    count: int
    more: Callable[[int], str]
    """What to say of so many cells that are not shown."""

    def html(self, detail: Detail) -> str:
        """Return the first of them, and how many more there are."""
        lines = [*self.cells[: detail.cells]]
        if others := self.count - len(lines):
            lines.append(f"<li>{self.more(others)}</li>\n")
        return f"{self.head}<ul>\n{''.join(lines)}</ul>\n"


@dataclass(frozen=True)
class UnitParts:
    """The HTML of one unit."""

    before: str
    cells: CellParts | None
    keys: tuple[KeyParts, ...]
    after: str

    def html(self, detail: Detail) -> str:
        """Return the unit with as much of its cells and keys as `detail` asks for."""
        cells = self.cells.html(detail) if self.cells is not None else ""
        keys = (key.html(detail) for key in self.keys)
        return "".join([self.before, cells, *keys, self.after])


def unit_parts(
    words: Words,
    unit: UnitReport,
    feedback: Feedback,
    given: Mapping[Key, Mark],
    anchor: str,
    *,
    timed: bool = False,
) -> UnitParts:
    """Return the parts of one unit.

    Parameters
    ----------
    given
        What people gave for keys of the unit.
    anchor
        The id that the overview links to.
    timed
        Whether there is a page of times.
    """
    title = f'<section id="{anchor}">\n<h2>{words.text(unit.title)}</h2>\n'
    before = [title, f'<p class="o"><code>{safe(unit.row.unit)}</code></p>\n']
    before += _notebook(words, unit)
    if timed:
        link = f'<a href="{unit.row.unit}{TIMING_PAGE}">{words.say("feedback.times")}</a>'
        before.append(f"<p>{link}</p>\n")
    keys: tuple[KeyParts, ...] = ()
    if unit.result is not None:
        evidence = (key_evidence(unit.result, key, feedback) for key in unit.result.keys)
        keys = tuple(key_parts(words, of_key, given.get(of_key.key.key)) for of_key in evidence)
    after = [*_written(words, unit, given.get(WRITTEN_KEY)), "</section>\n"]
    return UnitParts("".join(before), _cells(words, unit), keys, "".join(after))


def _notebook(words: Words, unit: UnitReport) -> Iterator[str]:
    """Yield what happened to the file before any check ran."""
    row, why = unit.row, problem(unit)
    if why is not None:
        yield f'<p class="n">{words.message(why)}</p>\n'
    if row.notes:
        yield f"<h3>{words.say('feedback.notes')}</h3>\n<ul>\n"
        yield from (f"<li>{words.message(note)}</li>\n" for note in row.notes)
        yield "</ul>\n"


def _cells(words: Words, unit: UnitReport) -> CellParts | None:
    notes = unit.result.cells if unit.result is not None else ()
    if not notes:
        return None
    return CellParts(
        head=f"<h3>{words.say('feedback.cells')}</h3>\n",
        cells=tuple(_cell(words, note) for note in notes[: Detail().cells]),
        count=len(notes),
        more=lambda count: words.say("feedback.more_cells", count=count),
    )


def _cell(words: Words, note: CellNote) -> str:
    said = words.say(
        "feedback.cell", cell=note.cell + 1, status=say(f"status.{note.status.value}"), why=note.why
    )
    return f"<li>{said}{code(note.traceback, CELL_CHARS)}</li>\n"


def _written(words: Words, unit: UnitReport, given: Mark | None) -> Iterator[str]:
    state = written_state(unit, given)
    if state is None:
        return
    points = given.points if given else "?" if unit.row.written == "answered" else "0"
    output = f"<output>{safe(points)} / {unit.points[WRITTEN_KEY]}</output>"
    yield f"<h3>{words.key(WRITTEN_KEY)} {output}</h3>\n"
    yield f"<p>{words.message(state)}</p>\n{comment(words, given)}"
