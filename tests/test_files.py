"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader import files
from grader.files import PART, part_of, read_whole, remove_parts, write_atomically


def test_it_replaces_what_was_there_and_makes_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.json"
    for data in (b"one", b"two"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert [p.name for p in path.parent.iterdir()] == ["file.json"]


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.json"
    write_atomically(path, b"old")

    def disk_full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_full)
    with pytest.raises(OSError, match="No space") as raised:
        write_atomically(path, b"new")
    assert raised.value.filename == str(path)  # the system does not say which disk
    assert path.read_bytes() == b"old"
    assert not list(tmp_path.glob(f".*{PART}"))


def test_a_page_is_not_waited_for_and_a_result_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    write_atomically(tmp_path / "page.html", b"page", safe=False)
    assert synced == []
    write_atomically(tmp_path / "result.json", b"result")
    assert len(synced) == 2  # the file, then the folder that names it


def test_a_rename_whose_answer_was_lost_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file server renames, the answer is lost, the client asks again: nothing to rename."""
    rename = os.replace

    def twice(part: Path, path: Path) -> None:
        rename(part, path)
        rename(part, path)

    monkeypatch.setattr(os, "replace", twice)
    write_atomically(tmp_path / "file.json", b"new")
    assert (tmp_path / "file.json").read_bytes() == b"new"


def test_a_part_that_was_taken_away_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.json"
    write_atomically(path, b"old")
    rename = os.replace

    def gone(part: Path, path: Path) -> None:
        part.unlink()
        rename(part, path)

    monkeypatch.setattr(os, "replace", gone)
    with pytest.raises(FileNotFoundError):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


def parts(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_parts_of_dead_processes_go_and_those_of_the_living_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    own = part_of(tmp_path / "own.json")  # an earlier process with our number: we write nothing now
    monkeypatch.setattr(os, "getpid", lambda: process.pid)
    living = part_of(tmp_path / "a.json")
    monkeypatch.setattr(files, "_host", lambda: "elsewhere")
    foreign = part_of(tmp_path / "a.json")
    monkeypatch.undo()
    silly = tmp_path / ".nfs000000000001"
    for path in (own, living, foreign, silly):
        path.write_bytes(b"half")
    remove_parts(tmp_path)
    assert parts(tmp_path) == {living.name, foreign.name, silly.name}
    process.communicate()
    remove_parts(tmp_path)
    assert parts(tmp_path) == {foreign.name, silly.name}


@pytest.mark.parametrize(("times", "read"), [(1, True), (2, False)])
def test_a_stale_handle_is_opened_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int, read: bool
) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b"new")
    whole = Path.read_bytes
    tries: list[Path] = []

    def stale(self: Path) -> bytes:
        tries.append(self)
        if len(tries) <= times:
            raise OSError(errno.ESTALE, "Stale file handle", str(self))
        return whole(self)

    monkeypatch.setattr(Path, "read_bytes", stale)
    if read:
        assert read_whole(path) == b"new"
    else:
        with pytest.raises(OSError, match="Stale"):
            read_whole(path)
