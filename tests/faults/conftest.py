"""A graded class of four, of which each test of a fault gets a copy."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.engine.grade import Grader
from tests.engine.tiny_class import hand_in, released_class
from tests.faults.class_of_twenty import copy_of


def grade(folder: Path, *options: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["grade", "b1", "--class", str(folder), "--quiet", *options])


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, tiny_grader: Grader) -> Path:
    """Return a class that was graded without a fault: what every other one has to come to."""
    classroom = released_class(tmp_path_factory.mktemp("whole"), tiny_grader)
    hand_in(classroom, tiny_grader.course)
    folder = copy_of(classroom.folder, classroom.folder.parent / "graded")
    done = grade(folder, "--jobs", "1")
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def graded(whole: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may damage."""
    return copy_of(whole, tmp_path / "class")
