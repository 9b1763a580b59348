"""A submitted notebook as what is run and what a person marks.

The rules, each stated in the student's feedback when it applied:

- Checks come from the course, so locked cells are skipped: the prompt, given code, graded cells.
  What a student wrote into one is ignored and named.
- Every other code cell counts, top to bottom, also those the student added. Moved cells need no
  rule.
- Copies of a cell all run, in order; Python's own rule makes the last definition count. Only a stub
  that was left empty never takes the place of an answer above it (`answers.empty_copies`).
- A code cell that was turned into text is text: it does not run.
- A cell that is gone is named. A graded one costs nothing, a solution may stand elsewhere.
- Without our metadata, or with the name of a cell changed in it, the visible markers tell locked
  cells from the student's (`recover`).
- The written answer is found by `written`, the unit by `identify`.

Nothing here is trusted for a mark: a student who forges metadata only hides their own code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grader.messages import Message, say
from grader.notebooks.decode import Cell, decode_notebook, shown
from grader.notebooks.identify import identify
from grader.notebooks.recover import recover
from grader.notebooks.tags import UNMARKED, checksum
from grader.notebooks.written import written_answer
from grader.outcome import Record

_NAMED = 6
"""How many cells a note names; a hostile notebook may hold thousands."""


class CodeCell(Record, frozen=True):
    """One code cell that counts."""

    position: int
    """Position among the notebook's cells, from 0."""
    source: str


class ReadNotebook(Record, frozen=True):
    """What one file contributes."""

    unit: str | None
    """The unit; None if nothing in the file or its name tells."""
    code: tuple[CodeCell, ...]
    written: str | None
    """The written answer as it stands, perhaps still the placeholder; None if its cell is gone."""
    notes: tuple[Message, ...]
    """The rules that applied, for the student."""


def read_notebook(data: bytes, unit_ids: Collection[str], name: str) -> ReadNotebook:
    """Return what the file `data`, submitted as `name`, contributes.

    Raises
    ------
    SubmissionError
        It is no notebook; see `decode_notebook`.
    """
    decoded = decode_notebook(data, name)
    known = [_without_foreign_tag(cell, unit_ids) for cell in decoded.cells]
    lost = bool(known) and not any(cell.tag for cell in known)
    cells = tuple(map(recover, known))
    unit, unit_notes = identify(decoded.rooflab, cells, name, unit_ids)
    written, written_notes = written_answer(cells, unit)
    notes = (
        *decoded.notes,
        *unit_notes,
        *([say("notebook.recovered")] if lost else []),
        *_cell_notes(cells, decoded.rooflab, lost),
        *written_notes,
    )
    return ReadNotebook(unit, tuple(_code(cells)), written, notes)


def _without_foreign_tag(cell: Cell, unit_ids: Collection[str]) -> Cell:
    """Return `cell` without a tag that names none of our units: it says nothing we can go by."""
    if cell.tag is None or cell.tag.unit in unit_ids:
        return cell
    return msgspec.structs.replace(cell, tag=None)


def _code(cells: Iterable[Cell]) -> Iterator[CodeCell]:
    for cell in cells:
        skipped = cell.tag is not None and (cell.tag.locked or cell.tag.written)
        if cell.kind == "code" and not skipped:
            yield CodeCell(cell.position, cell.source)


def _cell_notes(cells: Sequence[Cell], rooflab: Mapping[str, Any], lost: bool) -> Iterator[Message]:
    running = Counter(cell.tag.grade_id for cell in cells if cell.tag and _answers(cell))
    yield from _note("notebook.duplicated", (i for i, count in running.items() if count > 1))
    yield from _note("notebook.edited", (c.tag.grade_id for c in cells if c.tag and _edited(c)))
    yield from _note("notebook.retyped", (c.tag.grade_id for c in cells if c.tag and _retyped(c)))
    if not lost:
        yield from _note("notebook.deleted", _deleted(cells, rooflab))


def _answers(cell: Cell) -> bool:
    """Return whether `cell` was released for code of the student, whatever it is now."""
    return cell.tag is not None and not cell.tag.locked and not cell.tag.written


def _retyped(cell: Cell) -> bool:
    return _answers(cell) and cell.kind != "code"


def _edited(cell: Cell) -> bool:
    tag = cell.tag
    if tag is None or not tag.locked or not tag.checksum:
        return False
    return checksum(cell.source, cell.kind, tag) != tag.checksum


def _deleted(cells: Sequence[Cell], rooflab: Mapping[str, Any]) -> Iterator[str]:
    present = {cell.tag.grade_id for cell in cells if cell.tag}
    released = rooflab.get("cells")
    for grade_id in released if isinstance(released, list) else ():
        gone = isinstance(grade_id, str) and grade_id not in present
        if gone and grade_id.partition("-")[2] not in UNMARKED:
            yield grade_id


def _note(message_id: str, grade_ids: Iterable[str]) -> Iterator[Message]:
    names = [grade_id.partition("-")[2] or grade_id for grade_id in dict.fromkeys(grade_ids)]
    if names:
        some = [shown(name, 40) for name in names[:_NAMED]]
        if len(names) > _NAMED:
            some.append("…")
        yield say(message_id, cells=", ".join(some))
