"""What stands in nbgrader's gradebook after grading, and that a person's marks stay there."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.gradebook import nbgrader_book
from grader.gradebook.marks import Mark, read_marks, read_parts
from grader.gradebook.nbgrader_book import GradeRow, waits
from grader.messages import say
from tests.gradebook.small_class import (
    BUNDLE,
    COURSE_ID,
    EX,
    OTHER,
    PROP,
    UNIT,
    WR,
    SmallClass,
    Verdicts,
)

GOOD: Verdicts = {"ex": "3", "prop": "2.5"}
PARTLY: Verdicts = {"ex": "3", "prop": "1.25"}
OPEN: Verdicts = {"ex": "", "prop": "2.5"}


def marks(small: SmallClass, student: str) -> dict[str, Mark]:
    found = read_marks(small.folder, BUNDLE)
    return {cell: mark for (name, _, cell), mark in found.items() if name == student}


def by_hand(small: SmallClass, student: str, cell: str, points: float | None, text: str) -> None:
    """Give points and a comment as formgrader does."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{small.folder}/gradebook.db", COURSE_ID) as book:
        grade = book.find_grade(cell, UNIT, BUNDLE, student)
        grade.manual_score = points
        grade.needs_manual_grade = points is None and grade.auto_score is None
        if cell == WR:
            book.find_comment(cell, UNIT, BUNDLE, student).manual_comment = text
        book.db.commit()


def ada(small: SmallClass, verdicts: Verdicts = PARTLY, answer: str | None = "Because.") -> None:
    small.hand_in("ada", answer=answer)
    small.record(small.report("ada", small.unit("ada", verdicts)))


def test_points_go_in_and_answers_wait_for_a_person(small: SmallClass) -> None:
    small.hand_in("ada", answer="Because.")
    small.hand_in("李雷")
    done = small.record(
        small.report("ada", small.unit("ada", PARTLY)),
        small.report("李雷", small.unit("李雷", OPEN), small.nothing(OTHER, problem=None)),
    )
    assert (done.written, done.same, done.backup) == (("ada", "李雷"), 0, None)
    assert done.waiting == 2
    assert marks(small, "ada") == {
        EX: Mark(3.0, None, None, False, None),
        PROP: Mark(1.25, None, None, False, None),
        WR: Mark(None, None, None, True, None),
    }
    assert marks(small, "李雷") == {
        EX: Mark(None, None, None, True, None),  # not judged: never a zero
        PROP: Mark(2.5, None, None, False, None),
        WR: Mark(0.0, None, None, False, None),  # empty: nobody has to read it
        f"{OTHER}-ex": Mark(0.0, None, None, False, None),
    }


def test_nbgrader_reads_the_same_book(small: SmallClass) -> None:
    from nbgrader.api import Gradebook

    ada(small)
    with Gradebook(f"sqlite:///{small.folder}/gradebook.db", COURSE_ID) as book:
        submission = book.find_submission(BUNDLE, "ada")
        assert (submission.score, submission.max_score) == (4.25, 10.5)
        assert submission.needs_manual_grade
        assert (submission.code_score, submission.max_written_score) == (4.25, 4.0)
        assert book.find_assignment(BUNDLE).course_id == COURSE_ID
        locked = {
            cell.name for cell in book.find_notebook(UNIT, BUNDLE).source_cells if cell.locked
        }
        assert locked == {EX, PROP, *(f"{UNIT}-{n}" for n in ("prompt", "given", "wr-heading"))}


def test_page_and_timestamps_agree_with_the_database(small: SmallClass) -> None:
    path = small.hand_in("ada")
    os.utime(path, (1_790_000_000, 1_790_000_000))
    small.record(small.report("ada", small.unit("ada", GOOD)))
    stamp = "2026-09-21 14:13:20.000000 UTC\n"
    assert (path.parent / "timestamp.txt").read_text() == stamp
    copy = small.folder / "autograded" / "ada" / BUNDLE / "timestamp.txt"
    assert copy.read_text() == stamp
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as book:
        (stored,) = book.execute("SELECT timestamp FROM submitted_assignment").fetchone()
    assert stored == "2026-09-21 14:13:20.000000"


def test_a_timestamp_that_is_there_is_kept(small: SmallClass) -> None:
    stamp = small.hand_in("ada").parent / "timestamp.txt"
    stamp.write_text("2026-01-10T20:00:00.5+08:00\n")
    small.record(small.report("ada", small.unit("ada", GOOD)))
    assert stamp.read_text() == "2026-01-10T20:00:00.5+08:00\n"
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as book:
        (stored,) = book.execute("SELECT timestamp FROM submitted_assignment").fetchone()
    assert stored == "2026-01-10 12:00:00.500000"


@pytest.mark.parametrize("text", ["", "tomorrow at noon"])
def test_a_timestamp_nobody_can_read_is_replaced_and_kept_aside(
    small: SmallClass, text: str
) -> None:
    stamp = small.hand_in("ada").parent / "timestamp.txt"
    stamp.write_text(text)
    small.record(small.report("ada", small.unit("ada", GOOD)))
    assert stamp.read_text().endswith(" UTC\n")
    assert stamp.with_name("timestamp.txt.unreadable").read_text() == text


def test_a_timestamp_that_is_a_link_leads_nowhere(small: SmallClass, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("2001-01-01 00:00:00 UTC")
    stamp = small.hand_in("ada").parent / "timestamp.txt"
    stamp.symlink_to(outside)
    small.record(small.report("ada", small.unit("ada", GOOD)))
    assert not stamp.is_symlink()
    assert not stamp.read_text().startswith("2001")
    assert outside.read_text() == "2001-01-01 00:00:00 UTC"


def test_what_was_not_handed_in_has_no_page(small: SmallClass) -> None:
    ada(small)
    page = small.folder / "autograded" / "ada" / BUNDLE / f"{UNIT}.ipynb"
    assert page.is_file()
    small.record(small.report("ada", small.nothing(problem=say("work.missing", file="x"))))
    assert not page.exists()
    assert [mark.auto for mark in marks(small, "ada").values()] == [0.0, 0.0, 0.0]


def test_a_file_that_cannot_be_read_is_zero_and_says_why(small: SmallClass) -> None:
    small.hand_in("ada").write_bytes(b"")
    problem = say("notebook.empty", name=f"{UNIT}.ipynb")
    small.record(small.report("ada", small.nothing(file=f"{UNIT}.ipynb", problem=problem)))
    assert [mark.auto for mark in marks(small, "ada").values()] == [0.0, 0.0, 0.0]
    assert "the file is empty" in str(small.page("ada"))


# ---- a person's marks ----------------------------------------------------------------------------


def test_marks_and_comments_by_hand_survive_a_regrade(small: SmallClass) -> None:
    ada(small)
    by_hand(small, "ada", WR, 3.5, "Good, but why 3?")
    by_hand(small, "ada", PROP, 2.0, "")
    ada(small, GOOD)
    after = marks(small, "ada")
    assert after[EX] == Mark(3.0, None, None, False, None)
    assert after[WR] == Mark(None, 3.5, None, False, "Good, but why 3?")
    assert after[PROP].manual == 2.0
    assert after[PROP].auto == 2.5
    assert after[PROP].points == 2.0


def test_a_mark_by_hand_is_looked_at_again_when_what_it_was_given_for_changed(
    small: SmallClass,
) -> None:
    ada(small)
    by_hand(small, "ada", WR, 3.5, "Good.")
    by_hand(small, "ada", PROP, 2.0, "")
    by_hand(small, "ada", EX, 1.0, "")
    ada(small, GOOD, "Another answer.")
    after = marks(small, "ada")
    assert after[WR].waits  # another answer
    assert after[PROP].waits  # other points by the checks
    assert not after[EX].waits
    assert (after[WR].manual, after[WR].comment) == (3.5, "Good.")


def test_a_part_marked_by_hand_no_longer_waits(small: SmallClass) -> None:
    ada(small, OPEN)
    assert marks(small, "ada")[EX].waits
    by_hand(small, "ada", EX, 2.0, "")
    small.record(small.report("ada", small.unit("ada", OPEN)))
    assert marks(small, "ada")[EX] == Mark(None, 2.0, None, False, None)


@pytest.mark.parametrize(
    ("given", "manual", "before", "changed", "expected"),
    [
        (GradeRow(1.0), None, True, False, False),
        (GradeRow(None), None, False, False, True),
        (GradeRow(1.0), 2.0, False, False, False),
        (GradeRow(1.0), 2.0, False, True, True),
        (GradeRow(None), 2.0, False, False, False),
        (GradeRow(1.0), 2.0, True, False, True),  # nobody has looked yet
    ],
)
def test_who_waits(
    given: GradeRow, manual: float | None, before: bool, changed: bool, expected: bool
) -> None:
    assert waits(given, manual, before, changed) is expected


# ---- part of a class -----------------------------------------------------------------------------


def test_students_and_units_that_were_not_graded_stay(small: SmallClass) -> None:
    ada(small)
    small.hand_in("bo", OTHER)
    small.record(small.report("bo", small.unit("bo", {"ex": "1"}, OTHER)))
    assert marks(small, "ada")[PROP].auto == 1.25
    assert set(marks(small, "bo")) == {f"{OTHER}-ex"}
    small.hand_in("bo")
    small.record(small.report("bo", small.unit("bo", GOOD)))
    assert set(marks(small, "bo")) == {f"{OTHER}-ex", EX, PROP, WR}
    assert marks(small, "bo")[f"{OTHER}-ex"].auto == 1.0


def test_a_unit_released_later_joins_what_is_there(small: SmallClass) -> None:
    source = small.folder / "source" / BUNDLE / f"{OTHER}.ipynb"
    later = source.read_bytes()
    source.unlink()
    ada(small)
    assert set(read_parts(small.folder, BUNDLE)) == {UNIT}
    source.write_bytes(later)
    small.hand_in("ada", OTHER)
    small.record(
        small.report("ada", small.unit("ada", PARTLY), small.unit("ada", {"ex": "1"}, OTHER))
    )
    assert set(read_parts(small.folder, BUNDLE)) == {UNIT, OTHER}
    assert marks(small, "ada")[f"{OTHER}-ex"].auto == 1.0


def test_nobody_to_record_is_no_gradebook(small: SmallClass) -> None:
    done = small.record()
    assert (done.written, done.same, done.waiting) == ((), 0, 0)
    assert not (small.folder / "gradebook.db").exists()


# ---- programs ------------------------------------------------------------------------------------


def schema(path: Path) -> tuple[set[object], list[object]]:
    with closing(sqlite3.connect(path)) as book:
        tables = set(book.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))
        return tables, book.execute("SELECT version_num FROM alembic_version").fetchall()


def test_a_new_gradebook_is_the_one_that_nbgrader_makes(
    small: SmallClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nbgrader has to ask alembic, in an environment that is not activated."""
    monkeypatch.setenv("PATH", os.defpath)
    ada(small)
    book = small.folder / "gradebook.db"
    ours = schema(book)
    book.unlink()
    monkeypatch.setattr(nbgrader_book, "newest_version", lambda: "")
    ada(small)
    assert os.environ["PATH"] == os.defpath
    assert schema(book) == ours
    assert len(ours[1]) == 1


def test_nbgrader_export_runs_in_the_class_folder(small: SmallClass) -> None:
    from grader.engine.classroom import Classroom

    ada(small)
    Classroom.create(small.folder, small.folder.parent / "course")
    subprocess.run(
        [sys.executable, "-m", "nbgrader", "export", "--to", "grades.csv"],
        cwd=small.folder,
        env=os.environ | {"HOME": str(small.folder.parent), "JUPYTER_NO_CONFIG": "1"},
        check=True,
        capture_output=True,
    )
    head, *rows = (small.folder / "grades.csv").read_text("utf-8").splitlines()
    values = dict(zip(head.split(","), rows[0].split(","), strict=True))
    assert len(rows) == 1
    assert (values["assignment"], values["student_id"]) == (BUNDLE, "ada")
    assert (values["score"], values["max_score"]) == ("4.25", "10.5")
