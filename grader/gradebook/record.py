"""Marks into nbgrader's gradebook, so that formgrader, its export and its feedback show them.

::

    released notebook   -> skeleton    the cells nbgrader has to know
    UnitReport          -> grades      points, and what waits for a person
    submission, report  -> page        autograded/<student>/<bundle>/<unit>.ipynb

What is written follows from that alone. `results/<bundle>.recorded` remembers it by hashes, so that
a student for whom nothing changed costs neither a write nor the import of nbgrader. Points and
comments that a person gave are never touched.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.course import Bundle, Feedback
from grader.errors import GraderError
from grader.files import write_atomically
from grader.gradebook import backup, nbgrader_book
from grader.gradebook.marks import Mark, Marks, read_marks
from grader.gradebook.nbgrader_book import GradeRow, SubmissionRow
from grader.gradebook.pages import (
    make_timestamp,
    page_hash,
    page_path,
    put_page,
    put_timestamp,
    read_submitted,
    read_timestamp,
)
from grader.gradebook.skeleton import Released, read_released, refuse_changes
from grader.messages import Lang, Message, say
from grader.notebooks.annotate import annotate
from grader.outcome import WRITTEN_KEY, Record, StudentReport, UnitReport

NOTEBOOKS = 100
"""Notebooks from which on a batch is written: well below the 5 s that a marker's click waits."""


@dataclass(frozen=True)
class Recorded:
    """What recording a bundle came to."""

    written: tuple[str, ...]
    """The students whose marks or pages changed."""
    same: int
    """How many needed nothing."""
    waiting: int
    """Graded cells of these students that wait for a person."""
    backup: Path | None
    """The copy of the gradebook as it was before."""

    @property
    def messages(self) -> tuple[Message, ...]:
        """Return what to tell the TA."""
        written = len(self.written)
        done = say("gradebook.recorded", written=written, same=self.same, waiting=self.waiting)
        if self.backup is None:
            return (done,)
        return (say("gradebook.backed_up", name=self.backup.name), done)


class _UnitEntry(Record, frozen=True):
    """What was written for one student's unit."""

    inputs: str
    """Hash of all it follows from."""
    page: str
    """Hash of the page; "" where there is none."""
    answer: str
    """Hash of the written answer."""


class _Entry(Record, frozen=True):
    timestamp: str
    units: dict[str, _UnitEntry]


class _File(Record, frozen=True):
    """`results/<bundle>.recorded`."""

    students: dict[str, _Entry]


def record_bundle(
    class_dir: Path,
    course_id: str,
    bundle: Bundle,
    reports: Sequence[StudentReport],
    langs: Sequence[Lang],
) -> Recorded:
    """Write what grading came to into the class's gradebook, as far as it is not there already.

    Parameters
    ----------
    class_dir
        The class folder, held by the caller's lock.
    course_id
        What nbgrader calls the class.
    bundle
        The bundle; students and units that are not in `reports` stay as they are.
    reports
        One for each student graded.
    langs
        Languages of the reports on the pages, the first one open.

    Raises
    ------
    GraderError
        nbgrader is missing, the gradebook cannot be read or written, or it holds marks that do not
        fit the released notebooks. Nothing was written then, except where it was locked midway.
    """
    book = _Book(class_dir.resolve(), course_id, bundle, tuple(langs), tuple(reports))
    if not reports:
        return Recorded((), 0, 0, None)
    book.refuse()
    file = book.read_entries()
    marks = read_marks(book.folder, bundle.id)
    todo = [r for r in reports if not book.is_recorded(r, file.students.get(r.student), marks)]
    copy = book.write(todo, file) if todo else None
    if todo:
        marks = read_marks(book.folder, bundle.id)
    return Recorded(
        written=tuple(r.student for r in todo),
        same=len(reports) - len(todo),
        waiting=sum(mark.waits for mark in _marks_of(reports, marks)),
        backup=copy,
    )


def unit_grades(report: UnitReport) -> dict[str, float | None]:
    """Return the points of each graded cell, None where a person has to give them.

    An empty written answer is 0: nobody has to read it.
    """
    if report.result is not None:
        judged = {k.key: float(k.points) if k.points else None for k in report.result.keys}
    else:
        judged = dict.fromkeys(report.points, 0.0 if report.row.points else None)
    written = None if report.row.written == "answered" else 0.0
    return {
        f"{report.row.unit}-{key}": written if key == WRITTEN_KEY else judged.get(key)
        for key in report.points
    }


def _marks_of(reports: Iterable[StudentReport], marks: Marks) -> Iterator[Mark]:
    for report in reports:
        for unit in report.units:
            for cell in unit_grades(unit):
                mark = marks.get((report.student, unit.row.unit, cell))
                if mark is not None:
                    yield mark


class _Book:
    """One bundle of one class on its way into the gradebook."""

    def __init__(
        self,
        folder: Path,
        course_id: str,
        bundle: Bundle,
        langs: tuple[Lang, ...],
        reports: tuple[StudentReport, ...],
    ) -> None:
        self.folder = folder
        self.course_id = course_id
        self.bundle = bundle
        self.langs = langs
        self.reports = reports
        self.feedback: Mapping[str, Feedback] = {u.id: u.feedback for u in bundle.units}
        self.released: Mapping[str, Released] = {}

    @property
    def _path(self) -> Path:
        return self.folder / "results" / f"{self.bundle.id}.recorded"

    def refuse(self) -> None:
        """Raise if anything speaks against writing."""
        units = [unit for report in self.reports for unit in report.units]
        self.released = read_released(self.folder, self.bundle, units, self.langs)
        refuse_changes(self.folder, self.bundle.id, self.released)

    def read_entries(self) -> _File:
        """Return what earlier runs wrote; nothing where the file is missing or damaged."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_File)
        except (FileNotFoundError, msgspec.DecodeError):
            return _File({})

    def is_recorded(self, report: StudentReport, entry: _Entry | None, marks: Marks) -> bool:
        """Return whether database and pages already say what `report` says."""
        if entry is None or entry.timestamp != read_timestamp(self._submitted(report.student)):
            return False
        if entry.timestamp != read_timestamp(self._autograded(report.student)):
            return False
        return all(self._holds(report.student, u, entry, marks) for u in report.units)

    def _holds(self, student: str, unit: UnitReport, entry: _Entry, marks: Marks) -> bool:
        known = entry.units.get(unit.row.unit)
        if known is None or known.inputs != self._inputs(student, unit):
            return False
        if known.page and known.page != page_hash(self._page_path(student, unit)):
            return False
        for cell, auto in unit_grades(unit).items():
            mark = marks.get((student, unit.row.unit, cell))
            if mark is None or mark.auto != auto:
                return False
            if mark.manual is None and mark.waits != (auto is None):
                return False
        return True

    def write(self, todo: Sequence[StudentReport], file: _File) -> Path | None:
        """Write these students; return the copy made of the gradebook before."""
        if not nbgrader_book.available():
            raise GraderError(say("gradebook.no_nbgrader"), say("gradebook.install_nbgrader"))
        copy = backup.back_up(self.folder)
        before = file.students
        entries: dict[str, _Entry] = {}
        now = dict(before)
        skeleton = [released.row for released in self.released.values()]
        rows = self._rows(todo, before, entries)
        try:
            for batch in nbgrader_book.write_book(
                self.folder, self.course_id, self.bundle.id, skeleton, rows
            ):
                # What is not noted is written again by the next run, which gives the same.
                now |= {row.student: entries[row.student] for row in batch}
                noted = msgspec.json.format(msgspec.json.encode(_File(now)), indent=1)
                write_atomically(self._path, noted)
        finally:
            # Also where a full disk ends it: what we left is no reason for a copy, each time anew.
            backup.remember(self.folder)
        return copy

    def _rows(
        self,
        todo: Sequence[StudentReport],
        before: Mapping[str, _Entry],
        entries: dict[str, _Entry],
    ) -> Iterator[list[SubmissionRow]]:
        """Write the files of a batch of students, then yield what the database has to say of them.

        `entries` takes what is to be noted once that is written too.
        """
        for batch in _batches(todo):
            for report in batch:
                entries[report.student] = self._write_files(report, before.get(report.student))
            yield [self._row(r, entries[r.student], before.get(r.student)) for r in batch]

    def _write_files(self, report: StudentReport, before: _Entry | None) -> _Entry:
        """Write a student's pages and timestamps."""
        folder = self._submitted(report.student)
        timestamp = read_timestamp(folder)
        if not timestamp or not nbgrader_book.readable_time(timestamp):
            timestamp = make_timestamp(folder, [u.row.file for u in report.units if u.row.file])
        units = dict(before.units) if before is not None else {}
        for unit in report.units:
            old = units.get(unit.row.unit)
            page = self._page(report.student, unit)
            units[unit.row.unit] = _UnitEntry(
                inputs=self._inputs(report.student, unit),
                page=put_page(self._page_path(report.student, unit), page, old.page if old else ""),
                answer=_hash((unit.answer or "").encode()),
            )
        put_timestamp(self._autograded(report.student), timestamp)
        return _Entry(timestamp, units)

    def _row(self, report: StudentReport, entry: _Entry, before: _Entry | None) -> SubmissionRow:
        grades = {}
        for unit in report.units:
            name = unit.row.unit
            old = before.units.get(name) if before is not None else None
            other_answer = old is not None and old.answer != entry.units[name].answer
            for cell, auto in unit_grades(unit).items():
                changed = other_answer and cell == f"{name}-{WRITTEN_KEY}"
                grades[name, cell] = GradeRow(auto, changed)
        return SubmissionRow(report.student, entry.timestamp, grades)

    def _inputs(self, student: str, unit: UnitReport) -> str:
        parts = (
            msgspec.json.encode(unit),
            self.released[unit.row.unit].digest.encode(),
            msgspec.json.encode(self.feedback[unit.row.unit]),
            _hash(self._work(student, unit) or b"").encode(),
        )
        return _hash(b"\0".join(parts))

    def _page(self, student: str, unit: UnitReport) -> bytes | None:
        """Return a page; None for what was not handed in, as nbgrader has it."""
        if not unit.row.file:
            return None
        name = unit.row.unit
        notebook = self.released[name].notebook
        work = self._work(student, unit)
        return annotate(notebook, work, unit, self.langs, self.feedback[name])

    def _work(self, student: str, unit: UnitReport) -> bytes | None:
        return read_submitted(self._submitted(student), unit.row.file)

    def _submitted(self, student: str) -> Path:
        return self.folder / "submitted" / student / self.bundle.id

    def _autograded(self, student: str) -> Path:
        return self.folder / "autograded" / student / self.bundle.id

    def _page_path(self, student: str, unit: UnitReport) -> Path:
        return page_path(self.folder, student, self.bundle.id, unit.row.unit)


def _batches(reports: Iterable[StudentReport]) -> Iterator[list[StudentReport]]:
    batch: list[StudentReport] = []
    count = 0
    for report in reports:
        batch.append(report)
        count += len(report.units)
        if count >= NOTEBOOKS:
            yield batch
            batch, count = [], 0
    if batch:
        yield batch


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
