"""A file is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.files import PART, write_atomically


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
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert not list(tmp_path.glob(f".*{PART}"))
