"""The written answer: which text it is, and whether it is an answer at all.

The rules are generous, for a person reads what they let through: text in the answer cell counts if
anything but our placeholder is in it; of copies of the cell the last answered one counts; if the
cell was left empty, the student's own text cells below it count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.messages import Message, say
from grader.notebooks.decode import Cell
from grader.notebooks.tags import PLACEHOLDER

MAX_WRITTEN = 100_000
"""Characters of an answer that are kept, a book chapter; what somebody pasted in may be more."""

# No run of blanks is unbounded: matching stays linear in hostile text.
_PROMPTS = re.compile(
    "|".join(
        [
            *map(re.escape, (PLACEHOLDER, *PLACEHOLDER.split(" / "))),
            r"TODO ?[:：]? ?your answer(?: here)?",
            r"YOUR ANSWER HERE",
        ]
    ),
    re.IGNORECASE,
)


def is_answered(text: str) -> bool:
    """Return whether `text` holds a letter or digit that is not a placeholder's.

    A "TODO: your answer" left above an answer does not matter; dashes alone are no answer.
    """
    return any(char.isalnum() for char in _PROMPTS.sub("", text[:MAX_WRITTEN]))


def written_answer(
    cells: Sequence[Cell], unit: str | None
) -> tuple[str | None, tuple[Message, ...]]:
    """Return the written answer, None if its cell is gone, and notes for the student."""
    answer, notes = _answer(cells, unit)
    if answer is not None and len(answer) > MAX_WRITTEN:
        return answer[:MAX_WRITTEN], (*notes, say("notebook.written_long", limit=MAX_WRITTEN))
    return answer, notes


def _answer(cells: Sequence[Cell], unit: str | None) -> tuple[str | None, tuple[Message, ...]]:
    places = [i for i, cell in enumerate(cells) if _is_answer_cell(cell, unit)]
    if not places:
        return _below_heading(cells)
    notes = []
    answered = [i for i in places if is_answered(cells[i].source)]
    if len(places) > 1:
        notes.append(say("notebook.written_twice", count=len(places)))
    if answered:
        return cells[answered[-1]].source, tuple(notes)
    for place in reversed(places):
        below = "\n\n".join(_own_text(cells[place + 1 :]))
        if is_answered(below):
            return below, (*notes, say("notebook.written_below"))
    return cells[places[-1]].source, tuple(notes)


def _is_answer_cell(cell: Cell, unit: str | None) -> bool:
    tag = cell.tag
    return tag is not None and tag.written and (unit is None or tag.unit in ("", unit))


def _below_heading(cells: Sequence[Cell]) -> tuple[str | None, tuple[Message, ...]]:
    for place, cell in enumerate(cells):
        if cell.tag is not None and cell.tag.cell == "wr-heading":
            below = "\n\n".join(_own_text(cells[place + 1 :]))
            if is_answered(below):
                return below, (say("notebook.written_below"),)
    return None, ()


def _own_text(cells: Sequence[Cell]) -> Iterator[str]:
    """Yield the untagged text cells at the start of `cells`, up to the first cell that is ours."""
    for cell in cells:
        if cell.tag is not None:
            return
        if cell.kind != "code":
            yield cell.source
