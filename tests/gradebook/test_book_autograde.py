"""`nbgrader autograde --force` on a class of ours: it can lose no mark and give none."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom
from grader.gradebook.marks import Mark, read_marks
from grader.gradebook.nbgrader_book import KERNEL
from tests.gradebook.small_class import BUNDLE, EX, OTHER, PROP, UNIT, WR, SmallClass, Verdicts

VERDICTS: Verdicts = {"ex": "3", "prop": "1.25"}


@pytest.fixture
def touched(tmp_path: Path) -> Path:
    """Return a file that the submission makes when it is run."""
    return tmp_path / "the-submission-ran"


@pytest.fixture
def graded(small: SmallClass, tmp_path: Path, touched: Path) -> SmallClass:
    """Return a class with one graded submission that tells when it is run."""
    Classroom.create(small.folder, tmp_path / "course")
    small.hand_in("ada", code=f"open({str(touched)!r}, 'w').close()", answer="Because.")
    record(small)
    return small


def record(small: SmallClass) -> tuple[str, ...]:
    units = (small.unit("ada", VERDICTS), small.nothing(OTHER, problem=None))
    return small.record(small.report("ada", *units)).written


def autograde(small: SmallClass) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nbgrader", "autograde", "--force", BUNDLE],
        cwd=small.folder,
        env=os.environ | {"HOME": str(small.folder.parent), "JUPYTER_NO_CONFIG": "1"},
        capture_output=True,
        text=True,
    )


def marks(small: SmallClass) -> dict[str, Mark]:
    return {cell: mark for (_, _, cell), mark in read_marks(small.folder, BUNDLE).items()}


def edit(small: SmallClass, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(small.folder / "gradebook.db")) as book, book:
        book.execute(sql, values)


def test_it_runs_no_submission_and_leaves_every_mark(graded: SmallClass, touched: Path) -> None:
    edit(
        graded,
        "UPDATE grade SET manual_score = 3.5, needs_manual_grade = 0 WHERE auto_score IS NULL",
    )
    before = marks(graded)
    done = autograde(graded)
    assert done.returncode != 0
    assert f"No such kernel named {KERNEL}" in done.stderr
    assert not touched.exists()
    assert marks(graded) == before
    assert (before[EX].auto, before[PROP].auto, before[WR].manual) == (3.0, 1.25, 3.5)


def test_the_next_grading_brings_the_pages_back(graded: SmallClass) -> None:
    page = graded.page("ada")
    autograde(graded)
    assert not (graded.folder / "autograded" / "ada" / BUNDLE / f"{UNIT}.ipynb").exists()
    assert record(graded) == ("ada",)
    assert graded.page("ada") == page


def test_even_with_a_kernel_a_mark_only_falls_and_comes_back(
    graded: SmallClass, touched: Path
) -> None:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    edit(graded, "UPDATE notebook SET kernelspec = ?", json.dumps(kernel))
    before = marks(graded)
    done = autograde(graded)
    assert done.returncode == 0, done.stderr
    assert touched.exists()  # else this would show nothing
    assert (marks(graded)[EX].auto, marks(graded)[PROP].auto) == (0.0, 0.0)
    assert "run grader grade again" in json.dumps(graded.page("ada"))
    assert record(graded) == ("ada",)
    assert marks(graded) == before
