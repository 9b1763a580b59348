"""Nobody's marks are damaged: copies before writing, refusals before anything is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from grader.errors import GraderError
from grader.gradebook import nbgrader_book
from grader.gradebook.marks import read_marks
from tests.gradebook.small_class import (
    BUNDLE,
    COURSE_ID,
    OTHER,
    PROP,
    UNIT,
    WR,
    SmallClass,
    Verdicts,
)

VERDICTS: Verdicts = {"ex": "3", "prop": "1.25"}


SQLALCHEMY = pytest.mark.filterwarnings("ignore:Object of type <.*> not in session")
"""What nbgrader's own `add_submission` makes SQLAlchemy say."""


def record(small: SmallClass, verdicts: Verdicts = VERDICTS) -> object:
    if not (small.folder / "submitted" / "ada").exists():
        small.hand_in("ada", answer="Because.")
    return small.record(small.report("ada", small.unit("ada", verdicts))).backup


def contents(small: SmallClass) -> dict[str, bytes]:
    """Return every file that a refusal may not touch."""
    files = (p for p in small.folder.rglob("*") if p.is_file() and "submitted" not in p.parts)
    return {str(p): p.read_bytes() for p in files}


def edit(small: SmallClass, *statements: str) -> None:
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as book, book:
        for statement in statements:
            book.execute(statement)


def foreign_book(small: SmallClass) -> None:
    """Make the gradebook of somebody who has used nbgrader here: another assignment, marked."""
    from nbgrader.api import Gradebook

    record(small)  # so that the tables are nbgrader's own
    (small.folder / "results" / "gradebook.left").unlink()
    (small.folder / "results" / f"{BUNDLE}.recorded").unlink()
    with Gradebook(f"sqlite:///{small.folder}/gradebook.db", COURSE_ID) as book:
        book.remove_assignment(BUNDLE)
        book.add_assignment("midterm")
        book.add_notebook("essay", "midterm")
        book.add_grade_cell("essay-1", "essay", "midterm", max_score=5, cell_type="markdown")
        book.add_submission("midterm", "ada")
        book.find_grade("essay-1", "essay", "midterm", "ada").manual_score = 4.5
        book.db.commit()


# ---- copies --------------------------------------------------------------------------------------


@SQLALCHEMY
def test_a_book_that_was_there_is_copied_first_and_its_marks_stay(small: SmallClass) -> None:
    foreign_book(small)
    before = read_marks(small.folder, "midterm")
    assert before["ada", "essay", "essay-1"].manual == 4.5
    copy = record(small)
    assert copy == small.folder / "gradebook.db.1.bak"
    assert read_marks(small.folder, "midterm") == before
    with closing(sqlite3.connect(small.folder / "gradebook.db.1.bak")) as book:
        assert book.execute("SELECT name FROM assignment").fetchall() == [("midterm",)]
        assert book.execute("SELECT manual_score FROM grade").fetchall() == [(4.5,)]


@SQLALCHEMY
def test_a_copy_is_never_replaced(small: SmallClass) -> None:
    foreign_book(small)
    (small.folder / "gradebook.db.1.bak").write_bytes(b"somebody's")
    (small.folder / "gradebook.db.3.bak").write_bytes(b"somebody's, too")
    assert record(small) == small.folder / "gradebook.db.2.bak"
    edit(small, "UPDATE grade SET extra_credit = 1")
    assert record(small, {"ex": "3", "prop": "2.5"}) == small.folder / "gradebook.db.4.bak"
    assert (small.folder / "gradebook.db.1.bak").read_bytes() == b"somebody's"
    assert (small.folder / "gradebook.db.3.bak").read_bytes() == b"somebody's, too"


def test_what_only_we_wrote_needs_no_copy(small: SmallClass) -> None:
    assert record(small) is None
    assert record(small, {"ex": "3", "prop": "2.5"}) is None
    assert list(small.folder.glob("*.bak")) == []


def test_a_mark_by_hand_is_in_the_next_copy(small: SmallClass) -> None:
    record(small)
    edit(small, f"UPDATE grade SET manual_score = 3.5 WHERE cell_id IN ({CELL.format(WR)})")
    copy = record(small, {"ex": "3", "prop": "2.5"})
    assert copy == small.folder / "gradebook.db.1.bak"
    with closing(sqlite3.connect(small.folder / "gradebook.db.1.bak")) as book:
        assert (3.5,) in book.execute("SELECT manual_score FROM grade").fetchall()


CELL = "SELECT id FROM base_cell WHERE name = '{}'"


# ---- refusals ------------------------------------------------------------------------------------


def points_changed(small: SmallClass) -> None:
    edit(small, f"UPDATE grade_cells SET max_score = 9 WHERE id IN ({CELL.format(PROP)})")


def part_gone(small: SmallClass) -> None:
    edit(small, f"UPDATE base_cell SET name = 'older' WHERE name = '{PROP}'")


def unit_gone(small: SmallClass) -> None:
    edit(small, f"UPDATE notebook SET name = 'essay' WHERE name = '{OTHER}'")


def no_database(small: SmallClass) -> None:
    (small.folder / "gradebook.db").write_bytes(b"marks of 2019" * 100)


def older_database(small: SmallClass) -> None:
    edit(small, "ALTER TABLE grade RENAME COLUMN needs_manual_grade TO old_name")


def no_source(small: SmallClass) -> None:
    (small.folder / "source" / BUNDLE / f"{UNIT}.ipynb").unlink()


def broken_source(small: SmallClass) -> None:
    (small.folder / "source" / BUNDLE / f"{UNIT}.ipynb").write_bytes(b'{"cells": [')


def other_points_released(small: SmallClass) -> None:
    path = small.folder / "source" / BUNDLE / f"{UNIT}.ipynb"
    path.write_text(path.read_text("utf-8").replace('"points": 2.5', '"points": 2'), "utf-8")


def no_nbgrader(small: SmallClass) -> None:
    edit(small, "UPDATE grade SET auto_score = 0")  # so that there is something to write


@pytest.mark.parametrize(
    ("damage", "sentence", "hint"),
    [
        (points_changed, "prop 9 → 2.5", "nbgrader db assignment remove"),
        (part_gone, "older 2.5 → –, prop – → 2.5", "nbgrader db assignment remove"),
        (unit_gone, "never released: essay", "nbgrader db assignment remove"),
        (no_database, "gradebook.db cannot be read: file is not a database", "gradebook.db.*.bak"),
        (older_database, "no such column", "nbgrader db upgrade"),
        (no_source, "is missing or cannot be read", f"grader release {BUNDLE}"),
        (broken_source, "is missing or cannot be read", f"grader release {BUNDLE}"),
        (other_points_released, "released with 2 points, the course now says 2.5", "unit.toml"),
        (no_nbgrader, "nbgrader is not installed", "pip install"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_written(
    small: SmallClass,
    damage: Callable[[SmallClass], None],
    sentence: str,
    hint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record(small)
    damage(small)
    if damage is no_nbgrader:
        monkeypatch.setattr(nbgrader_book, "available", lambda: False)
    before = contents(small)
    with pytest.raises(GraderError) as raised:
        record(small, {"ex": "3", "prop": "2.5"})
    text = raised.value.text("en")
    assert sentence in text
    assert hint in text
    assert contents(small) == before


def test_points_may_change_while_nobody_has_a_mark(small: SmallClass) -> None:
    record(small)
    points_changed(small)
    part_gone(small)
    edit(
        small, *(f"DELETE FROM {t}" for t in ("grade", "comment", "submitted_notebook")),
        "DELETE FROM submitted_assignment",
    )  # fmt: skip
    record(small)
    marks = read_marks(small.folder, BUNDLE)
    assert marks["ada", UNIT, PROP].auto == 1.25
    assert "older" not in {cell for _, _, cell in marks}


def test_a_book_that_another_program_holds_is_an_error_with_a_hint(small: SmallClass) -> None:
    record(small)
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(GraderError) as raised:
            record(small, {"ex": "3", "prop": "2.5"})
        assert "database is locked" in raised.value.text("en")
        other.rollback()
    record(small, {"ex": "3", "prop": "2.5"})
    assert read_marks(small.folder, BUNDLE)["ada", UNIT, PROP].auto == 2.5
