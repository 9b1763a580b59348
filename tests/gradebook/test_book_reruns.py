"""Recording again: what is there already costs nothing, what was lost comes back."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from grader.gradebook import nbgrader_book, record
from grader.gradebook.marks import read_marks
from grader.gradebook.nbgrader_book import NotebookRow, SubmissionRow
from grader.gradebook.record import Recorded
from grader.outcome import StudentReport
from tests.gradebook.small_class import BUNDLE, EX, UNIT, SmallClass, Verdicts, release

VERDICTS: Verdicts = {"ex": "3", "prop": "1.25"}


def reports(small: SmallClass, *students: str) -> list[StudentReport]:
    return [small.report(s, small.unit(s, VERDICTS)) for s in students]


@pytest.fixture
def recorded(small: SmallClass) -> SmallClass:
    for student in ("ada", "bo"):
        small.hand_in(student, answer=f"By {student}.")
    small.record(*reports(small, "ada", "bo"))
    return small


def again(small: SmallClass) -> Recorded:
    return small.record(*reports(small, "ada", "bo"))


def run(program: str, small: SmallClass) -> subprocess.CompletedProcess[str]:
    """Run a program of its own on the class."""
    return subprocess.run(
        [sys.executable, "-c", program, str(small.folder.parent)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )


def execute(small: SmallClass, sql: str) -> None:
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as book, book:
        book.execute(sql)


def test_nothing_new_writes_nothing(recorded: SmallClass) -> None:
    before = {p: p.stat().st_mtime_ns for p in recorded.folder.rglob("*")}
    done = again(recorded)
    assert (done.written, done.same, done.waiting, done.backup) == ((), 2, 2, None)
    assert {p: p.stat().st_mtime_ns for p in recorded.folder.rglob("*")} == before


def test_nothing_new_does_not_even_import_nbgrader(recorded: SmallClass) -> None:
    program = """
import sys
from pathlib import Path
from grader.course import load_course
from tests.gradebook.small_class import BUNDLE, SmallClass
from tests.gradebook.test_book_reruns import again

folder = Path(sys.argv[1])
small = SmallClass(folder / "class", load_course(folder / "course").bundle(BUNDLE))
assert again(small).written == ()
print(sorted({m.partition(".")[0] for m in sys.modules} & {"nbgrader", "nbformat", "sqlalchemy"}))
"""
    done = run(program, recorded)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def lose_database(small: SmallClass) -> None:
    (small.folder / "gradebook.db").unlink()


def lose_page(small: SmallClass) -> None:
    (small.folder / "autograded" / "ada" / BUNDLE / f"{UNIT}.ipynb").unlink()


def lose_all_pages(small: SmallClass) -> None:
    shutil.rmtree(small.folder / "autograded")


def change_mark(small: SmallClass) -> None:
    execute(small, "UPDATE grade SET auto_score = 0")


def lose_student(small: SmallClass) -> None:
    for table in ("grade", "comment", "submitted_notebook", "submitted_assignment"):
        execute(small, f"DELETE FROM {table}")


def resolve_unmarked(small: SmallClass) -> None:
    execute(small, "UPDATE grade SET needs_manual_grade = 0")


def lose_notes(small: SmallClass) -> None:
    (small.folder / "results" / f"{BUNDLE}.recorded").write_bytes(b"{")


@pytest.mark.parametrize(
    "damage",
    [
        lose_database,
        lose_page,
        lose_all_pages,
        change_mark,
        lose_student,
        resolve_unmarked,
        lose_notes,
    ],
)
def test_what_was_lost_comes_back(
    recorded: SmallClass, damage: Callable[[SmallClass], None]
) -> None:
    before = read_marks(recorded.folder, BUNDLE)
    page = recorded.page("ada")
    damage(recorded)
    assert "ada" in again(recorded).written
    assert read_marks(recorded.folder, BUNDLE) == before
    assert recorded.page("ada") == page
    assert again(recorded).written == ()


def test_only_who_changed_is_written(recorded: SmallClass) -> None:
    recorded.hand_in("bo", answer="Better.")
    done = again(recorded)
    assert (done.written, done.same) == (("bo",), 1)
    assert "Better." in json.dumps(recorded.page("bo"))


def test_a_new_release_reaches_every_page(recorded: SmallClass) -> None:
    path = recorded.folder / "source" / BUNDLE / f"{UNIT}.ipynb"
    path.write_text(path.read_text("utf-8").replace("一次发完", "一口气发完"), "utf-8")
    assert again(recorded).written == ("ada", "bo")
    assert "一口气发完" in json.dumps(recorded.page("ada"), ensure_ascii=False)
    release(recorded)
    assert again(recorded).written == ("ada", "bo")


class _Killed(BaseException):
    """Stands for a kill: nothing of ours catches it."""


@pytest.mark.parametrize("together", [1, 100])
def test_a_kill_between_two_batches_is_completed_by_the_next_run(
    small: SmallClass, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    """With `together` notebooks in a batch, the kill comes with bo's."""
    for student in ("ada", "bo"):
        small.hand_in(student)
    whole = nbgrader_book._put_submissions

    def killed(db: object, bundle: str, rows: Sequence[SubmissionRow]) -> None:
        whole(db, bundle, rows)
        if any(row.student == "bo" for row in rows):
            raise _Killed

    monkeypatch.setattr(record, "NOTEBOOKS", together)
    monkeypatch.setattr(nbgrader_book, "_put_submissions", killed)
    with pytest.raises(_Killed):
        again(small)
    first = {"ada"} if together == 1 else set()
    assert {student for student, _, _ in read_marks(small.folder, BUNDLE)} == first
    monkeypatch.undo()
    assert again(small).written == tuple(s for s in ("ada", "bo") if s not in first)
    assert read_marks(small.folder, BUNDLE)["bo", UNIT, EX].auto == 3.0


@pytest.mark.parametrize("together", [1, 100])
def test_a_real_kill_within_a_batch_is_completed_by_the_next_run(
    small: SmallClass, together: int
) -> None:
    for student in ("ada", "bo"):
        small.hand_in(student)
    program = f"""
import os, signal, sys
from pathlib import Path
from grader.course import load_course
from grader.gradebook import nbgrader_book, record
from tests.gradebook.small_class import BUNDLE, SmallClass
from tests.gradebook.test_book_reruns import again

def killed(db, bundle, rows):
    whole(db, bundle, rows)
    db.flush()
    if any(row.student == "bo" for row in rows):
        os.kill(os.getpid(), signal.SIGKILL)

record.NOTEBOOKS = {together}
whole, nbgrader_book._put_submissions = nbgrader_book._put_submissions, killed
folder = Path(sys.argv[1])
again(SmallClass(folder / "class", load_course(folder / "course").bundle(BUNDLE)))
"""
    done = run(program, small)
    assert done.returncode == -signal.SIGKILL
    first = {"ada"} if together == 1 else set()
    assert {student for student, _, _ in read_marks(small.folder, BUNDLE)} == first
    assert again(small).written == tuple(s for s in ("ada", "bo") if s not in first)
    assert read_marks(small.folder, BUNDLE)["bo", UNIT, EX].auto == 3.0
    assert again(small).written == ()


def test_a_mark_by_a_person_survives_a_kill_within_the_batch_that_follows(
    recorded: SmallClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute(recorded, "UPDATE grade SET manual_score = 0.5, needs_manual_grade = 0")
    before = read_marks(recorded.folder, BUNDLE)
    for student in ("ada", "bo"):
        recorded.hand_in(student, code="def transfer_s(total_bytes, messages):\n    return 2.0")
    whole = nbgrader_book._put_notebooks

    def killed(*args: object) -> None:
        whole(*args)  # type: ignore[arg-type]
        raise _Killed

    monkeypatch.setattr(nbgrader_book, "_put_notebooks", killed)
    with pytest.raises(_Killed):
        again(recorded)
    assert read_marks(recorded.folder, BUNDLE) == before
    monkeypatch.undo()
    assert again(recorded).written == ("ada", "bo")
    assert {m.manual for m in read_marks(recorded.folder, BUNDLE).values()} == {0.5}


def test_a_kill_within_a_student_leaves_nothing_of_them(
    small: SmallClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.hand_in("ada")
    whole = nbgrader_book._put_notebooks

    def killed(*args: object) -> None:
        whole(*args)  # type: ignore[arg-type]
        raise _Killed

    monkeypatch.setattr(nbgrader_book, "_put_notebooks", killed)
    with pytest.raises(_Killed):
        small.record(*reports(small, "ada"))
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as book:
        assert book.execute("SELECT count(*) FROM submitted_assignment").fetchone() == (0,)
        assert book.execute("SELECT count(*) FROM student").fetchone() == (0,)
    monkeypatch.undo()
    assert small.record(*reports(small, "ada")).written == ("ada",)


def test_a_kill_while_the_book_is_made_leaves_none(
    small: SmallClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.hand_in("ada")

    def killed(*args: object, **kwargs: object) -> NotebookRow:
        raise _Killed

    monkeypatch.setattr("nbgrader.api.Gradebook.check_course", killed)
    with pytest.raises(_Killed):
        small.record(*reports(small, "ada"))
    assert not (small.folder / "gradebook.db").exists()
    monkeypatch.undo()
    assert small.record(*reports(small, "ada")).written == ("ada",)
