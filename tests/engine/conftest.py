"""A private copy of the tiny course, a class of it, and a grader for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.course import Course, load_course
from grader.engine.grade import Grader

TINY = Path(__file__).parents[1] / "tiny_course"


@pytest.fixture
def tiny_root(tmp_path: Path) -> Path:
    """Return the root of a copy of the tiny course that a test may break."""
    root = tmp_path / "course"
    shutil.copytree(TINY, root, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture(scope="session")
def tiny() -> Course:
    """Return the tiny course as it is."""
    return load_course(TINY)


@pytest.fixture(scope="session")
def tiny_grader(tiny: Course, best_rung: str) -> Iterator[Grader]:
    """Return a grader of the tiny course on the best rung of this machine."""
    with Grader(tiny, best_rung, jobs=1) as grader:
        yield grader
