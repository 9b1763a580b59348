"""What students handed in, read into records: one `Work` per student and unit. No code runs.

A file that cannot be read costs that unit alone and says why; the class goes on. The rules by which
a file is chosen stand in `_best` and in docs/ugly-notebooks.md; each that applied is noted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from msgspec import structs

from grader.box.intake import read_file
from grader.course import Bundle, Unit
from grader.engine.handed_in import Found, list_files
from grader.errors import SubmissionError
from grader.messages import Message, say
from grader.notebooks.answers import Answers, analyse, empty_copies
from grader.notebooks.decode import MAX_BYTES, shown
from grader.notebooks.identify import match_file
from grader.notebooks.read import CodeCell, ReadNotebook, read_notebook
from grader.notebooks.written import is_answered

MAX_CODE = 1_000_000
"""Characters of code of one student and bundle; parsing hostile ones takes up to 15 CPU s. Honest
ones hold a tenth."""
_NAMED = 5
"""How many files a note names."""


@dataclass(frozen=True)
class Work:
    """What one student handed in for one unit."""

    student: str
    unit: str
    file: str = ""
    """The file that counts, relative to the student's folder; empty when there is none."""
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
    try:
        found = list_files(folder, [u.id for u in bundle.units])
    except SubmissionError as error:
        hint = _hint(error)
        return tuple(
            Work(student, u.id, folder.name, problem=error.message, notes=hint) for u in units
        )
    files = list(_read_all(folder, found, bundle))
    unmatched = [f.name for f in files if f.unit is None]
    return tuple(
        _work(student, unit, [f for f in files if f.unit == unit.id], unmatched) for unit in units
    )


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
    depth: int
    is_notebook: bool
    unit: str | None
    notebook: ReadNotebook | None = None
    problem: Message | None = None
    notes: tuple[Message, ...] = ()


def _read_all(folder: Path, found: Sequence[Found], bundle: Bundle) -> Iterator[_File]:
    """Yield the files as read, the best known names first, until one student has cost enough."""
    code = 0
    for file in found:
        if code > MAX_CODE:
            unread = _unread(file, bundle)
            yield replace(unread, problem=say("work.too_much", file=shown(unread.name, 60)))
            continue
        read = _read(folder, file, bundle)
        code += sum(len(cell.source) for cell in read.notebook.code) if read.notebook else 0
        yield read


def _unread(found: Found, bundle: Bundle) -> _File:
    unit = match_file(found.shown_name, [u.id for u in bundle.units])
    return _File(found.shown, found.depth, found.is_notebook, unit)


def _read(folder: Path, found: Found, bundle: Bundle) -> _File:
    ids = [u.id for u in bundle.units]
    unread = _unread(found, bundle)
    if not found.is_notebook:
        wanted = f"{unread.unit}.ipynb"
        return replace(unread, problem=say("work.other_kind", file=unread.name, wanted=wanted))
    try:
        data = read_file(folder, found.path, max_bytes=MAX_BYTES)
        notebook = read_notebook(data, ids, found.shown_name)
    except SubmissionError as error:
        return replace(unread, problem=error.message, notes=_hint(error))
    if notebook.unit is None:
        notebook = _by_functions(notebook, found.shown, bundle.units)
    return replace(unread, unit=notebook.unit, notebook=notebook)


def _hint(error: SubmissionError) -> tuple[Message, ...]:
    return (error.hint or say("notebook.hand_in_again"),)


def _by_functions(notebook: ReadNotebook, name: str, units: Sequence[Unit]) -> ReadNotebook:
    """Return `notebook` as the one unit whose functions it defines; as it was if none is."""
    defined = {u.id: _defined(notebook, u) for u in units}
    candidates = [unit_id for unit_id, names in defined.items() if names]
    if len(candidates) != 1:
        return notebook
    unit_id = candidates[0]
    note = say(
        "work.by_functions", file=name, unit=unit_id, names=", ".join(defined[unit_id][:_NAMED])
    )
    # In place of the note that nothing tells the unit.
    rest = (n for n in notebook.notes if n.id != "notebook.unknown_unit")
    return structs.replace(notebook, unit=unit_id, notes=(note, *rest))


def _defined(notebook: ReadNotebook, unit: Unit) -> list[str]:
    missing = analyse(notebook.code, unit.entry_points).missing
    return [name for name in unit.entry_points if name not in missing]


def _work(student: str, unit: Unit, files: Sequence[_File], unmatched: Sequence[str]) -> Work:
    exact = f"{unit.id}.ipynb"
    if not files and unmatched:
        others = ", ".join(shown(name, 60) for name in unmatched[:_NAMED])
        return Work(student, unit.id, problem=say("work.unmatched", file=exact, others=others))
    if not files:
        return Work(student, unit.id, problem=say("work.missing", file=exact))
    if any(f.notebook is not None for f in files):
        # A printout or a script beside the notebook needs no word.
        files = [f for f in files if f.is_notebook]
    works = [_work_of(student, unit, f) for f in files]
    chosen, *others_of = _best(works, files, exact)
    return replace(chosen, notes=(*_choice(chosen, others_of, exact), *chosen.notes))


def _work_of(student: str, unit: Unit, file: _File) -> Work:
    work = Work(student, unit.id, file.name, problem=file.problem, notes=file.notes)
    return work if file.notebook is None else _answered(work, unit, file.notebook)


def _best(works: Sequence[Work], files: Sequence[_File], exact: str) -> list[Work]:
    """Return `works`, the one that counts first: readable, answered, not in a folder, by name."""
    depth = {file.name: file.depth for file in files}
    return sorted(
        works,
        key=lambda w: (
            w.notebook is None,
            not _attempted(w),
            depth[w.file],
            w.file != exact,
            w.file,
        ),
    )


def _attempted(work: Work) -> bool:
    if work.answers is None:
        return False
    return work.written or bool(work.answers.defined_in.keys() - work.answers.unanswered)


def _choice(chosen: Work, others: Sequence[Work], exact: str) -> Iterator[Message]:
    """Yield what to say about the file that counts."""
    if others:
        names = ", ".join(shown(w.file, 60) for w in others[:_NAMED])
        yield say("work.several", file=shown(chosen.file, 60), others=names)
    elif chosen.file != exact and chosen.notebook is not None:
        named = {"notebook.by_name", "notebook.misnamed", "work.by_functions"}
        # Those say already how the unit was told.
        if not any(note.id in named for note in chosen.notes):
            yield say("work.renamed", file=shown(chosen.file, 60), unit=chosen.unit)


def _answered(work: Work, unit: Unit, notebook: ReadNotebook) -> Work:
    empty = empty_copies(notebook.code)
    notes = notebook.notes
    if empty:
        numbers = ", ".join(str(position + 1) for position in sorted(empty)[:_NAMED])
        notes = (*notes, say("work.empty_copy", cells=numbers))
        kept = tuple(cell for cell in notebook.code if cell.position not in empty)
        notebook = structs.replace(notebook, code=kept)
    answers = analyse(notebook.code, unit.entry_points)
    return replace(work, notebook=notebook, answers=answers, notes=work.notes + notes)
