"""What the doctor says that a rung leaves open is what it leaves open: `doctor.open_*`, tried.

Not attacks that should fail: facts that a TA relies on when choosing a machine.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.box import Raised, Returned, Rung, Zygote

LOOK = """
import os
def f(how, path):
    if how == "stat":
        return os.stat(path).st_size
    with open(path, "w" if how == "write" else "r") as file:
        return file.write("left") if how == "write" else file.read()
"""

Ask = Callable[[str, Path], Any]


@pytest.fixture
def rung(any_zygote: Zygote) -> Rung:
    return any_zygote._host.rung


@pytest.fixture
def ask(open_any: Callable[..., Any]) -> Ask:
    return lambda how, path: open_any(LOOK).call("f", (how, str(path)), {})


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A folder that every user of the machine may enter and write."""
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(folder.stat().st_mode | 0o011)
    tmp_path.chmod(0o777)
    (tmp_path / "open").write_text("seen", "ascii")
    return tmp_path


def test_a_path_that_is_guessed_can_be_looked_at_from_b_on(
    rung: Rung, ask: Ask, open_folder: Path
) -> None:
    found = ask("stat", open_folder / "open")
    if rung is Rung.A:
        assert isinstance(found, Raised)
        assert found.type_name == "FileNotFoundError"
    else:
        assert found == Returned(4)


def test_what_everybody_may_read_can_be_read_from_c_on(
    rung: Rung, ask: Ask, open_folder: Path
) -> None:
    found = ask("read", open_folder / "open")
    if rung in (Rung.A, Rung.B):
        assert isinstance(found, Raised)
    else:
        assert found == Returned("seen")


def test_where_everybody_may_write_something_can_be_left_from_c_on(
    rung: Rung, ask: Ask, open_folder: Path
) -> None:
    found = ask("write", open_folder / "new")
    if rung in (Rung.A, Rung.B):
        assert isinstance(found, Raised)
        assert not (open_folder / "new").exists()
    else:
        assert found == Returned(4)
        assert ask("read", open_folder / "new") == Returned("left")
