"""The notebook of c03 in a real kernel: kernels run and its own checks judge them, with no GPU."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.course import Manifest, load_course
from grader.course.manifest import manifest_unit
from grader.engine.demo import answered
from grader.engine.fixtures import Fixture, unit_fixtures
from grader.notebooks.build import build_notebook, dumps
from grader.notebooks.bundle import write_bundle
from grader.outcome import Text
from tests.cli.test_jupyter import run_notebook

ROOT = Path(__file__).parents[2]
UNIT = "c03_cuda_gemm"
FIRST_CELL = "import grader\n\ngrader.simulate_cuda()\n"
MARKS = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """Return the notebook of an unpacked bundle that holds c03 alone."""
    course = load_course(ROOT)
    unit = course.unit(UNIT)
    asked = {key: [Text("检查", "check")] for key in unit.points}
    notebook = dumps(build_notebook(unit, ("en",), asked, set(unit.points) - {"prop"}, "1"))
    manifest = Manifest(
        course=course.title,
        bundle=unit.bundle,
        title=unit.title,
        release="1",
        languages=("en",),
        units=(manifest_unit(unit),),
        files={},
        grader="0",
    )
    path = tmp_path / "bundle.zip"
    write_bundle(path, [unit], {UNIT: notebook}, None, manifest)
    with zipfile.ZipFile(path) as bundle:
        bundle.extractall(tmp_path)
    return tmp_path / unit.bundle / f"{UNIT}.ipynb"


def fixture(name: str) -> Fixture:
    """Return a fixture as a student would hand it in: with the first cell of the stub."""
    found = next(f for f in unit_fixtures(load_course(ROOT).unit(UNIT)) if f.name == name)
    return Fixture(**{**vars(found), "cells": (FIRST_CELL + found.cells[0], *found.cells[1:])})


@MARKS
def test_a_blank_notebook_runs_to_its_end(blank: Path) -> None:
    assert "is not answered yet" in run_notebook(blank)


@MARKS
def test_the_solution_passes_its_own_checks(blank: Path) -> None:
    blank.write_bytes(answered(blank.read_bytes(), fixture("solution")))
    said = run_notebook(blank)
    assert "✓" in said
    assert "✗" not in said


@MARKS
def test_a_missing_barrier_is_found_in_the_notebook(blank: Path) -> None:
    blank.write_bytes(answered(blank.read_bytes(), fixture("wrong/second_barrier_missing")))
    said = run_notebook(blank)
    assert "data race" in said
    assert "in gemm_shared: total += a[y, k] * b[k, x]" in said
