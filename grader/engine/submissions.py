"""What students handed in, read into records: one `Work` per student and unit. No code runs.

A file that cannot be read costs that unit alone and says why; the class goes on.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.box.intake import read_file
from grader.course import Bundle, Unit
from grader.errors import SubmissionError
from grader.messages import Message, say
from grader.notebooks.answers import Answers, analyse
from grader.notebooks.decode import shown
from grader.notebooks.identify import match_file
from grader.notebooks.read import CodeCell, ReadNotebook, read_notebook
from grader.notebooks.written import is_answered

MAX_FILES = 1000
"""Notebooks of one student and bundle that are looked at."""


@dataclass(frozen=True)
class Work:
    """What one student handed in for one unit."""

    student: str
    unit: str
    file: str = ""
    """The file that counts; empty when there is none."""
    notebook: ReadNotebook | None = None
    answers: Answers | None = None
    problem: Message | None = None
    """Why there is nothing to judge."""
    notes: tuple[Message, ...] = field(default=())
    """Rules that were applied to the notebook, for the student's feedback."""

    @property
    def written(self) -> bool:
        """Return whether there is a written answer for a person to mark."""
        text = self.notebook.written if self.notebook is not None else None
        return text is not None and is_answered(text)


def read_works(
    folder: Path, student: str, bundle: Bundle, units: Sequence[Unit]
) -> tuple[Work, ...]:
    """Return the work of one student for each of `units`; `folder` is their submitted bundle."""
    known = {u.id for u in bundle.units}
    files = [_read(folder, name, known) for name in _notebook_names(folder)]
    return tuple(_work(student, unit, [f for f in files if f.unit == unit.id]) for unit in units)


def read_work(data: bytes, name: str, unit: Unit, unit_ids: Collection[str]) -> Work:
    """Return the work in one notebook's bytes.

    Raises
    ------
    SubmissionError
        The bytes are no notebook.
    """
    notebook = read_notebook(data, unit_ids, name)
    return _answered(Work("", unit.id, name), unit, notebook)


def work_of_cells(cells: Sequence[str], name: str, unit: Unit) -> Work:
    """Return the work that consists of these code cells alone, as an author's fixture does."""
    code = tuple(CodeCell(i, source) for i, source in enumerate(cells))
    notebook = ReadNotebook(unit=unit.id, code=code, written=None, notes=())
    return Work("", unit.id, name, notebook, analyse(code, unit.entry_points))


@dataclass(frozen=True)
class _File:
    """One file of a student, with the unit that its content, or else its name, tells."""

    name: str
    unit: str | None
    notebook: ReadNotebook | None = None
    problem: Message | None = None


def _read(folder: Path, name: str, unit_ids: Collection[str]) -> _File:
    try:
        notebook = read_notebook(read_file(folder, name), unit_ids, name)
    except SubmissionError as error:
        return _File(name, match_file(name, unit_ids), problem=error.message)
    return _File(name, notebook.unit, notebook)


def _work(student: str, unit: Unit, files: Sequence[_File]) -> Work:
    """Return the work in the file that counts.

    `<unit>.ipynb` counts if it can be read, else the first by name that can; the rest is named.
    """
    exact = f"{unit.id}.ipynb"
    if not files:
        return Work(student, unit.id, problem=say("work.missing", file=exact))
    order = sorted(files, key=lambda f: (f.notebook is None, f.name != exact, f.name))
    chosen, others = order[0], order[1:]
    work = Work(student, unit.id, chosen.name, problem=chosen.problem)
    if others:
        names = ", ".join(shown(f.name, 60) for f in others[:5])
        work = replace(work, notes=(say("work.several", file=chosen.name, others=names),))
    elif chosen.name != exact:
        work = replace(work, notes=(say("work.renamed", file=chosen.name, unit=unit.id),))
    return work if chosen.notebook is None else _answered(work, unit, chosen.notebook)


def _answered(work: Work, unit: Unit, notebook: ReadNotebook) -> Work:
    answers = analyse(notebook.code, unit.entry_points)
    return replace(work, notebook=notebook, answers=answers, notes=work.notes + notebook.notes)


def _notebook_names(folder: Path) -> list[str]:
    """Return the names of notebooks in a folder, links among them; reading refuses those."""
    with os.scandir(folder) as entries:
        names = sorted(e.name for e in entries if e.name.lower().endswith(".ipynb"))
    return names[:MAX_FILES]
