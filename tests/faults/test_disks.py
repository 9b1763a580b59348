"""A disk that is full or read-only, a folder of somebody else, a gradebook that is held.

Each gets a sentence with what to do, and nothing that was there before is lost or half written:
the same command, once there is room again, ends where an undisturbed one does.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grader import files
from tests.box import ordinary_user
from tests.faults import small_disk
from tests.faults.class_of_twenty import copy_of, grades, verdicts, written
from tests.faults.conftest import grade
from tests.faults.kills import grade_command

NOBODY = 65_534
ROOT_ONLY = pytest.mark.skipif(os.getuid() != 0, reason="only root can mount a disk")
KIB = 1024
WHAT = {
    "results": "the disk or the file server fails: {folder}/results/",
    "autograded": "the disk or the file server fails: {folder}/autograded/",
    "feedback": "the disk or the file server fails: {folder}/feedback/",
}


def forget(folder: Path, *names: str) -> None:
    """Make the next run write these again; verdicts one, of the others all."""
    for name in names:
        if name == "results":
            next((folder / name).glob("*.json")).unlink()
        elif name == "gradebook":
            (folder / "gradebook.db").unlink()
            (folder / "results/gradebook.left").unlink()
        else:
            shutil.rmtree(folder / name)
            (folder / name).mkdir()


def assert_same(folder: Path, whole: Path) -> None:
    assert written(folder) == written(whole)
    assert grades(folder) == grades(whole)
    assert list(folder.rglob(f".*{files.PART}*")) == []


def kept(folder: Path, before: dict[str, bytes]) -> bool:
    """Whether each verdict that was there still is, as it was, and any other is whole."""
    now = verdicts(folder)
    return before.items() <= now.items() and all(data.endswith(b"}\n") for data in now.values())


# ---- full ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("where", WHAT)
def test_no_room_for_a_file_is_told_with_its_name(
    graded: Path, whole: Path, monkeypatch: pytest.MonkeyPatch, where: str, lang: str
) -> None:
    forget(graded, where)
    before = verdicts(graded)
    moved = files.move

    def full(part: Path, path: Path, data: bytes) -> None:
        if where in path.parts:
            raise OSError(errno.ENOSPC, "No space left on device")
        moved(part, path, data)

    monkeypatch.setattr(files, "move", full)
    monkeypatch.setenv("GRADER_LANG", lang)
    done = grade(graded, "--jobs", "1")
    monkeypatch.undo()
    assert done.exit_code == 2, done.output
    assert "No space left on device" in done.stderr
    assert f"{graded}/{where}/" in done.stderr
    if lang == "en":
        assert WHAT[where].format(folder=graded) in done.stderr
        assert "nobody gets a zero" in done.stderr
        assert "run the same command again" in done.stderr
    else:
        assert "磁盘或文件服务器出错" in done.stderr
        assert "重新运行同一条命令" in done.stderr
    assert "Traceback" not in done.output
    assert kept(graded, before)
    assert grade(graded, "--jobs", "1").exit_code == 0
    assert_same(graded, whole)


def on_a_disk(folder: Path, free: str) -> subprocess.CompletedProcess[str]:
    """Grade a class that lies on a small disk of its own."""
    stage = [sys.executable, "-B", small_disk.__file__, str(folder), free]
    command = [*stage, *grade_command(folder, "--quiet", "--jobs", "1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == small_disk.CANNOT:
        pytest.skip(f"the stage cannot be set: {done.stderr.strip()}")
    return done


ROOM = [0, 8, 64, 160, 192, 256, 320, 400]
"""KiB left on a disk that holds verdicts of four students; gradebook and pages need some 400."""


@ROOT_ONLY
@pytest.mark.parametrize(
    "rooms", [[0, 192], pytest.param(ROOM, marks=pytest.mark.long)], ids=["some", "all"]
)
def test_with_ever_more_room_it_gets_on(graded: Path, whole: Path, rooms: list[int]) -> None:
    forget(graded, "gradebook", "autograded", "feedback")
    before = verdicts(graded)
    for room in rooms:
        done = on_a_disk(graded, str(room * KIB))
        if done.returncode != 0:
            assert done.returncode == 2, done.stderr
            assert "disk is full" in done.stderr or "No space left" in done.stderr
            assert "run the same command again" in done.stderr.lower()
            assert "Traceback" not in done.stderr
        assert verdicts(graded) == before
        # A part left behind would take the room that is missing.
        assert list(graded.rglob(f".*{files.PART}*")) == []
    assert len(list(graded.glob("*.bak"))) <= 1
    assert grade(graded).exit_code == 0
    assert_same(graded, whole)


@ROOT_ONLY
@pytest.mark.long
def test_a_disk_that_fills_up_with_verdicts_keeps_the_whole_ones(graded: Path, whole: Path) -> None:
    for path in (graded / "results").iterdir():
        path.unlink()
    forget(graded, "autograded", "feedback")
    (graded / "gradebook.db").unlink()
    done = on_a_disk(graded, str(16 * KIB))
    assert done.returncode == 2, done.stderr
    assert f"{graded}/results/" in done.stderr
    assert "No space left" in done.stderr
    assert verdicts(graded).items() < verdicts(whole).items()
    assert grade(graded, "--jobs", "1").exit_code == 0
    assert_same(graded, whole)


# ---- read-only -----------------------------------------------------------------------------------


@ROOT_ONLY
def test_a_read_only_disk_is_told(graded: Path, whole: Path) -> None:
    done = on_a_disk(graded, "ro")
    assert done.returncode == 2
    assert "Read-only file system" in done.stderr
    assert f"{graded}/.lock" in done.stderr
    assert "run the same command again" in done.stderr
    assert_same(graded, whole)


def as_ordinary(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user whom file modes bind."""
    stage = [sys.executable, "-B", ordinary_user.__file__, str(NOBODY)] if os.getuid() == 0 else []
    done = subprocess.run([*stage, *command], capture_output=True, text=True, check=False)
    if stage and done.returncode == ordinary_user.CANNOT:
        pytest.skip(f"the stage cannot be set: {done.stderr.strip()}")
    return done


@pytest.fixture
def theirs(whole: Path) -> Iterator[Path]:
    """Return a copy of the class that an ordinary user owns, and can reach."""
    with tempfile.TemporaryDirectory(prefix="class-of-") as name:
        top = Path(name)
        top.chmod(0o755)
        folder = copy_of(whole, top / "class")
        if os.getuid() == 0:
            for path in (top, folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        yield folder
        modes(folder, 0o700)


def modes(folder: Path, mode: int) -> None:
    for path in (folder, *(p for p in folder.rglob("*") if p.is_dir())):
        path.chmod(mode)


@pytest.mark.parametrize("closed", ["", "results", "feedback", "autograded"])
def test_a_folder_that_may_not_be_written_is_told(theirs: Path, whole: Path, closed: str) -> None:
    """All of the class, or the one folder in which something is to be written."""
    (theirs / ".lock").unlink()
    if closed == "results":
        forget(theirs, "gradebook")
    elif closed:
        forget(theirs, closed)
        if os.getuid() == 0:
            os.chown(theirs / closed, NOBODY, NOBODY)
    modes(theirs / closed, 0o500)
    before = verdicts(theirs)
    done = as_ordinary(*grade_command(theirs, "--quiet"))
    assert done.returncode == 2, done.stderr
    assert f"not permitted: {theirs / closed}/" in done.stderr
    assert "whether you may write there" in done.stderr
    assert "Traceback" not in done.stderr
    assert verdicts(theirs) == before
    modes(theirs, 0o700)
    done = as_ordinary(*grade_command(theirs, "--quiet"))
    assert done.returncode == 0, done.stderr
    assert_same(theirs, whole)


def test_who_may_only_read_a_class_can_export_it(theirs: Path, whole: Path) -> None:
    modes(theirs, 0o500)
    export = [sys.executable, "-m", "grader", "export", "b1", "--class"]
    done = as_ordinary(*export, str(theirs))
    assert done.returncode == 0, done.stderr
    own = subprocess.run([*export, str(whole)], capture_output=True, text=True, check=True)
    assert done.stdout == own.stdout


# ---- held ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "sentence"),
    [("EXCLUSIVE", "another program holds the gradebook"), ("IMMEDIATE", "cannot be written")],
)
def test_a_gradebook_that_is_held_is_told_and_written_later(
    graded: Path, whole: Path, lock: str, sentence: str
) -> None:
    """However long it is held: the run waits five seconds for a click, and for no more."""
    forget(graded, "autograded", "feedback")
    with closing(sqlite3.connect(graded / "gradebook.db")) as other:
        other.execute(f"BEGIN {lock}")
        done = grade(graded)
        other.rollback()
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr
    assert "database is locked" in done.stderr
    assert "run the same command again" in done.stderr.lower()
    assert "backup" not in done.stderr  # nothing is damaged
    assert verdicts(graded) == verdicts(whole)
    assert grade(graded).exit_code == 0
    assert_same(graded, whole)


def test_who_only_looks_at_the_gradebook_stops_nobody(graded: Path, whole: Path) -> None:
    forget(graded, "feedback")
    with closing(sqlite3.connect(graded / "gradebook.db")) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM grade").fetchone()
        done = grade(graded)
    assert done.exit_code == 0, done.output
    assert_same(graded, whole)
