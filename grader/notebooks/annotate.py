"""A submission as the page its marker reads: nbgrader's autograded notebook, with nothing run.

It is the released notebook with the student's own cells in their places: locked cells are ours
again, each graded cell carries the report of its checks as its output, and what the student added
stands where it stood. Nothing of the student's acts: their outputs and metadata are left behind,
and HTML in their text stays text.

`nbgrader autograde` would run a submission's cells and take a graded cell that does not fail for
full marks. So graded cells raise, here and in the database from which nbgrader restores them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.checks.lines import OPEN
from grader.course import Feedback
from grader.errors import SubmissionError
from grader.messages import Lang, say
from grader.notebooks.build import Notebook, dumps
from grader.notebooks.decode import Cell, decode_notebook
from grader.notebooks.outputs import (
    Output,
    harmless,
    harmless_markdown,
    key_output,
    note_output,
    summary_output,
)
from grader.notebooks.pictures import Pictures, pictures_of
from grader.notebooks.recover import recover
from grader.notebooks.tags import Tag, checksum, tag_of
from grader.notebooks.wrapping import columns, wrap
from grader.notebooks.written import is_answered
from grader.outcome import UnitReport

_WIDTH = 76
"""Columns of a sentence in a cell that raises it."""


def marking_notebook(released: bytes, langs: Sequence[Lang]) -> Notebook:
    """Return a released notebook as nbgrader has to know it: its graded cells raise.

    Parameters
    ----------
    released
        The notebook as it was released.
    langs
        Languages of the sentence they raise.

    Raises
    ------
    ValueError
        `released` is no notebook.
    """
    notebook = json.loads(released)
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("there is no list of cells")
    return {**notebook, "cells": [_refusing(cell, langs) for cell in notebook["cells"]]}


def annotate(
    notebook: Notebook,
    submitted: bytes | None,
    report: UnitReport,
    langs: Sequence[Lang],
    feedback: Feedback = OPEN,
) -> bytes:
    """Return the page of one student's unit.

    Parameters
    ----------
    notebook
        The unit's `marking_notebook`.
    submitted
        The student's file; None, or one that cannot be read, for none.
    report
        What grading it came to.
    langs
        Languages of the report; the first one is open, the others fold out.
    feedback
        What a failed check may show: students may get this page, too.
    """
    tags = {t.grade_id: t for cell in notebook["cells"] if (t := _tag(cell)) is not None}
    cells = _decoded(submitted, report.row.file)
    pictures = pictures_of(submitted) if submitted is not None and cells else {}
    page = _Page(tags, cells, _places(cells, tags), pictures, report, tuple(langs), feedback)
    added = page.added()
    shown = [page.summary(), *added.get("", ())]
    for cell in notebook["cells"]:
        tag = _tag(cell)
        if tag is not None:
            shown += [{**cell, **page.content(cell, tag)}, *added.get(tag.grade_id, ())]
        # One without a tag (the statement) is the student's own and stands among what they added.
    return dumps({**notebook, "cells": shown})


def _tag(cell: Mapping[str, Any]) -> Tag | None:
    return tag_of(cell["metadata"])


def _refusing(cell: Mapping[str, Any], langs: Sequence[Lang]) -> dict[str, Any]:
    """Return a released cell; a graded one keeps its heading and raises."""
    source = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
    tag = _tag(cell)
    if tag is None or not tag.grade or tag.solution:
        return {**cell, "source": source}
    heading = source.partition("\n#\n")[0]
    texts = (wrap(say("gradebook.refuses").text(lang), _WIDTH) for lang in langs)
    lines = [f"{line}{_glue(line)}" for text in texts for line in text]
    quoted = (json.dumps(line, ensure_ascii=False) for line in lines)
    source = "\n    ".join([f"{heading}\nraise RuntimeError(", *quoted]) + "\n)"
    nbgrader = {**cell["metadata"]["nbgrader"], "checksum": checksum(source, tag.kind, tag)}
    return {**cell, "source": source, "metadata": {**cell["metadata"], "nbgrader": nbgrader}}


def _glue(line: str) -> str:
    """Return what joins a line with the next: nothing after Chinese, which has no spaces."""
    return "" if columns(line[-1]) == 2 else " "


def _decoded(submitted: bytes | None, name: str) -> tuple[Cell, ...]:
    if submitted is None:
        return ()
    try:
        return tuple(map(recover, decode_notebook(submitted, name).cells))
    except SubmissionError:
        return ()


def _places(cells: Sequence[Cell], tags: Mapping[str, Tag]) -> dict[str, int]:
    """Return which cell stands for each cell that was the student's to fill: its last copy.

    The metadata tells; where it is lost the cell's id, else the function the cell was for.
    """
    wanted = [tag.grade_id for tag in tags.values() if tag.solution and not tag.written]
    places = {c.tag.grade_id: i for i, c in enumerate(cells) if c.tag and c.tag.grade_id in wanted}
    untagged = {i: cell for i, cell in enumerate(cells) if cell.tag is None}
    by_id = {cell.id: i for i, cell in untagged.items() if cell.id in wanted}
    places = by_id | places
    for grade_id in wanted:
        if grade_id not in places:
            name = grade_id.partition("-")[2]
            found = [i for i, cell in untagged.items() if _defines(cell, name)]
            free = [i for i in found if i not in places.values()]
            places |= dict.fromkeys([grade_id], free[-1]) if free else {}
    return places


def _defines(cell: Cell, name: str) -> bool:
    head = rf"^(?:async[ \t]+def|def|class)[ \t]+{re.escape(name)}\b"
    return cell.kind == "code" and re.search(head, cell.source, re.MULTILINE) is not None


@dataclass(frozen=True)
class _Page:
    """What one page is made of."""

    tags: Mapping[str, Tag]
    """Of the released cells, by grade id."""
    cells: Sequence[Cell]
    """The student's."""
    places: Mapping[str, int]
    """Grade id -> index of the student's cell for it."""
    pictures: Mapping[int, Pictures]
    """By the position of the student's cell."""
    report: UnitReport
    langs: tuple[Lang, ...]
    feedback: Feedback

    def summary(self) -> dict[str, Any]:
        """Return the cell on top."""
        cell = {"cell_type": "code", "id": "grader-summary", "metadata": {}}
        output = summary_output(self.report, self.langs)
        return cell | _code(self._comments("gradebook.summary"), [output])

    def content(self, cell: Mapping[str, Any], tag: Tag) -> dict[str, Any]:
        """Return what a released cell holds on this page, as far as that differs."""
        if tag.written:
            return self._answer()
        if tag.solution:
            place = self.places.get(tag.grade_id)
            return self._solution(tag, None if place is None else self.cells[place])
        if tag.grade:
            output = key_output(tag.cell, self.report, self.langs, self.feedback)
            return _code(cell["source"], [output])
        return {}

    def added(self) -> dict[str, list[dict[str, Any]]]:
        """Return the student's other cells, by the released cell they stand behind.

        Copies of locked cells are left out, and what the written answer's cell shows already.
        """
        added: dict[str, list[dict[str, Any]]] = {}
        filled = {index: grade_id for grade_id, index in self.places.items()}
        behind = ""
        for index, cell in enumerate(self.cells):
            tag = self.tags.get(cell.tag.grade_id) if cell.tag is not None else None
            if index in filled:
                behind = filled[index]
            elif tag is not None and (tag.locked or tag.written):
                behind = tag.grade_id
            ours = index in filled or (tag is not None and tag.locked)
            if not ours and not self._marked(cell):
                added.setdefault(behind, []).append(self._own(index, cell))
        return added

    def _marked(self, cell: Cell) -> bool:
        """Return whether a cell is the written answer that is marked, or an empty copy of it."""
        if cell.tag is None or not cell.tag.written:
            return False
        return cell.source == self.report.answer or not is_answered(cell.source)

    def _own(self, index: int, cell: Cell) -> dict[str, Any]:
        own = {"cell_type": cell.kind, "id": f"student-{index}", "metadata": {}}
        if cell.kind == "code":
            return own | _code(harmless(cell.source), [*self._notes(cell)])
        return own | self._text(cell.source, cell)

    def _answer(self) -> dict[str, Any]:
        answer = self.report.answer
        if answer is None:
            return {}
        same = (c for c in self.cells if c.tag and c.tag.written and c.source == answer)
        return self._text(answer, next(same, None))

    def _text(self, source: str, cell: Cell | None) -> dict[str, Any]:
        pictures = self.pictures.get(cell.position, {}) if cell is not None else {}
        text: dict[str, Any] = {"source": harmless_markdown(source, pictures)}
        return text | ({"attachments": pictures} if pictures else {})

    def _solution(self, tag: Tag, cell: Cell | None) -> dict[str, Any]:
        if tag.kind != "code":
            return {} if cell is None else self._text(cell.source, cell)
        if cell is None:
            return _code(self._comments("gradebook.cell_gone"))
        if cell.kind != "code":
            return _code(f"{self._comments('gradebook.cell_retyped')}\n{harmless(cell.source)}")
        return _code(harmless(cell.source), [*self._notes(cell)])

    def _notes(self, cell: Cell) -> Iterator[Output]:
        notes = self.report.result.cells if self.report.result is not None else ()
        return (note_output(note, self.langs) for note in notes if note.cell == cell.position)

    def _comments(self, message_id: str) -> str:
        return "\n".join(f"# {say(message_id).text(lang)}" for lang in self.langs)


def _code(source: str, outputs: Sequence[Output] = ()) -> dict[str, Any]:
    return {"source": source, "outputs": list(outputs), "execution_count": None}
