"""A submission folder full of traps: each ends in a sentence, none in somebody else's file."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from grader.box import intake
from grader.errors import SubmissionError


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    (tmp_path / "hidden.py").write_text("SECRET")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "nb.ipynb").write_text("another student's")
    folder = tmp_path / "submission"
    (folder / "sub").mkdir(parents=True)
    (folder / "nb.ipynb").write_bytes(b"{}")
    (folder / "sub" / "nb.ipynb").write_bytes(b"[]")
    for name, target in {
        "relative": "../hidden.py",
        "absolute": "/etc/passwd",
        "up": "..",
        "magic": "/proc/self/environ",
        "loop": "loop",
        "inner": "nb.ipynb",
    }.items():
        (folder / name).symlink_to(target)
    os.mkfifo(folder / "fifo")
    os.link(tmp_path / "hidden.py", folder / "hard")
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    return folder


@pytest.fixture(params=["openat2", "step_by_step"], autouse=True)
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "step_by_step":
        monkeypatch.setattr(intake, "_openat2", intake._open_step_by_step)


@pytest.mark.parametrize(("name", "content"), [("nb.ipynb", b"{}"), ("sub/nb.ipynb", b"[]")])
def test_an_ordinary_file_is_read(submission: Path, name: str, content: bytes) -> None:
    assert intake.read_file(submission, name) == content


@pytest.mark.parametrize(
    ("name", "message_id"),
    [
        ("relative", "intake.link"),
        ("absolute", "intake.link"),
        ("magic", "intake.link"),
        ("loop", "intake.link"),
        ("inner", "intake.link"),
        ("../other/nb.ipynb", "intake.link"),
        ("/etc/passwd", "intake.link"),
        ("hard", "intake.hard_link"),
        ("fifo", "intake.not_a_file"),
        ("sub", "intake.not_a_file"),
        ("sparse", "intake.too_large"),
        ("missing", "intake.missing"),
        ("nb.ipynb/x", "intake.missing"),
    ],
)
def test_a_trap_ends_in_a_sentence(submission: Path, name: str, message_id: str) -> None:
    with pytest.raises(SubmissionError) as caught:
        intake.read_file(submission, name)
    assert caught.value.message.id == message_id


def test_a_link_in_the_middle_of_a_path_is_refused(submission: Path) -> None:
    with pytest.raises(SubmissionError) as caught:
        intake.read_file(submission, "up/other/nb.ipynb")
    assert caught.value.message.id in ("intake.link", "intake.missing")


def test_the_size_limit_is_exact(submission: Path) -> None:
    assert intake.read_file(submission, "nb.ipynb", max_bytes=2) == b"{}"
    with pytest.raises(SubmissionError):
        intake.read_file(submission, "nb.ipynb", max_bytes=1)


def test_a_name_cannot_write_to_the_terminal(submission: Path) -> None:
    with pytest.raises(SubmissionError) as caught:
        intake.read_file(submission, "a\x1b[2J\n")
    assert caught.value.message.text("en").isprintable()


def test_a_device_and_a_socket_are_no_files(submission: Path) -> None:
    """Opening a device may act; both are refused by what they are."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(submission / "socket"))
    names = ["socket"]
    with suppress(PermissionError):  # only root makes devices
        os.mknod(submission / "zero", 0o20666, os.makedev(1, 5))
        names.append("zero")
    for name in names:
        with pytest.raises(SubmissionError) as caught:
            intake.read_file(submission, name)
        assert caught.value.message.id in ("intake.not_a_file", "intake.unreadable")
