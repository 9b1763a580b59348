"""A class on a file server: nothing half written counts, and a failing disk is nobody's zero."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.box import intake
from grader.cli import main
from grader.engine import handed_in, submissions
from grader.engine.classroom import Classroom
from grader.engine.grade import Grader, grade_bundle
from grader.engine.store import ResultStore
from grader.errors import UsageError
from grader.files import part_of
from grader.gradebook.marks import read_marks
from tests.engine.tiny_class import BUNDLE, hand_in, released_class


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, tiny_grader: Grader) -> Classroom:
    classroom = released_class(tmp_path_factory.mktemp("server"), tiny_grader)
    hand_in(classroom, tiny_grader.course)
    assert grade(classroom).exit_code == 0
    return classroom


def grade(classroom: Classroom) -> Result:
    return CliRunner().invoke(main, ["grade", "b1", "--class", str(classroom.folder), "--json"])


def contents(classroom: Classroom) -> dict[Path, bytes]:
    files = (p for name in ("results", "feedback") for p in (classroom.folder / name).rglob("*"))
    return {path: path.read_bytes() for path in files if path.is_file()}


def test_leftovers_are_no_results_and_no_submissions(
    graded: Classroom, tiny_grader: Grader
) -> None:
    bundle = tiny_grader.course.bundle(BUNDLE)
    before, reports = grade_bundle(graded, bundle, tiny_grader)
    results = graded.folder / "results"
    result = next(results.glob("*.json"))
    whole = result.read_bytes()
    leftovers = [
        results / ".nfs0000000000a1b2c3",
        results / f"{result.name}.tmp",
        part_of(result).with_name(f".{result.name}.other-1.part"),
        graded.folder / "submitted/honest" / BUNDLE / ".nfs0000000000a1b2c3",
        graded.folder / "submitted/honest" / BUNDLE / ".nfs1_u1_rooms.ipynb",
        graded.folder / "submitted/.nfs0000000000a1b2c3",
    ]
    for path in leftovers:
        path.write_bytes(whole.replace(b"PASSED", b"WRONG"))
    try:
        assert grade_bundle(graded, bundle, tiny_grader) == (before, reports)
    finally:
        for path in leftovers:
            path.unlink()


@pytest.mark.parametrize("number", [errno.ESTALE, errno.EIO])
@pytest.mark.parametrize("reader", ["result", "notebook", "folder"])
def test_a_disk_that_fails_stops_the_run_and_costs_nobody_a_point(
    graded: Classroom, monkeypatch: pytest.MonkeyPatch, number: int, reader: str
) -> None:
    before, marks = contents(graded), read_marks(graded.folder, BUNDLE)

    def fails(*args: object, **kwargs: object) -> None:
        raise OSError(number, os.strerror(number), "a/file")

    where = {
        "result": (ResultStore, "get"),
        "notebook": (intake, "_open_beneath"),
        "folder": (handed_in, "_walk"),
    }
    monkeypatch.setattr(*where[reader], fails)
    monkeypatch.setenv("GRADER_LANG", "en")
    done = grade(graded)
    assert done.exit_code == 2, done.output
    assert os.strerror(number) in done.stderr
    assert "nobody gets a zero" in done.stderr
    assert "run the same command again" in done.stderr
    assert "Traceback" not in done.output
    monkeypatch.undo()
    assert contents(graded) == before
    assert read_marks(graded.folder, BUNDLE) == marks
    assert grade(graded).exit_code == 0
    assert contents(graded) == before


def test_what_a_student_did_to_a_file_is_still_theirs(
    graded: Classroom, tiny_grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object) -> int:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(intake, "_open_beneath", refused)
    bundle = tiny_grader.course.bundle(BUNDLE)
    folder = graded.folder / "submitted/honest" / BUNDLE
    for work in submissions.read_works(folder, "honest", bundle, bundle.units):
        assert work.problem is not None
        assert work.problem.id == "intake.unreadable"


def test_a_lock_of_another_machine_that_was_never_given_back_is_told(graded: Classroom) -> None:
    (graded.folder / ".lock").write_text("pid 7 teaching-server\n")
    with graded.locked() as told:
        (message,) = told
    assert message.text("en").startswith("the run before this one (pid 7 teaching-server) did not")
    with graded.locked() as told:
        assert told == ()


def test_a_run_of_this_machine_that_was_killed_needs_no_word(
    graded: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with graded.locked():
        left = (graded.folder / ".lock").read_text()
    (graded.folder / ".lock").write_text(left)
    with graded.locked() as told:
        assert told == ()


def test_a_file_server_without_locks_is_no_other_process(
    graded: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*args: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with graded.locked() as told:
        assert told == ()


def test_an_error_gives_the_class_back(graded: Classroom) -> None:
    with pytest.raises(UsageError), graded.locked():
        graded.release("b9_none")
    assert (graded.folder / ".lock").read_text() == ""
