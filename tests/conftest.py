"""What every test may use: the best rung, proved once, and the tiny second course."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grader.course import Course
    from grader.engine.grade import Grader

os.environ["GRADER_LANG"] = "en"  # sentences are compared in one language
TINY = Path(__file__).parent / "tiny_course"


@pytest.fixture(scope="session")
def best_rung() -> str:
    """Return the strongest rung that holds here."""
    from grader.box.doctor import best_rung

    return best_rung().value


@pytest.fixture
def tiny_root(tmp_path: Path) -> Path:
    """Return the root of a copy of the tiny course that a test may break."""
    root = tmp_path / "course"
    shutil.copytree(TINY, root, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture(scope="session")
def tiny() -> Course:
    """Return the tiny course as it is."""
    from grader.course import load_course

    return load_course(TINY)


@pytest.fixture(scope="session")
def tiny_grader(tiny: Course, best_rung: str) -> Iterator[Grader]:
    """Return a grader of the tiny course on the best rung of this machine."""
    from grader.engine.grade import Grader

    with Grader(tiny, best_rung, jobs=1) as grader:
        yield grader
