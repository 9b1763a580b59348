"""The class as nbgrader and otter take it, with the asserts that courses write by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grading_sides.for_grader import filled
from grading_sides.functions import Function
from grading_sides.submissions import pieces, students

ASSIGNMENT = "ps1"
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def asserts(function: Function) -> list[str]:
    """Return one statement for each example."""
    if function.compare == "close":
        return [f"assert abs({call} - {want}) <= 1e-9 * {want}" for call, want in function.calls()]
    # As many courses have it: a list for a list, a tuple for a list.
    shape = "[list(x) for x in {}]" if function.name == "chunks" else "list({})"
    shape = shape if function.name in ("chunks", "prefix_sums", "waves") else "{}"
    return [f"assert {shape.format(call)} == {want}" for call, want in function.calls()]


def write_nbgrader_source(folder: Path, functions: Sequence[Function]) -> None:
    """Write the instructor's notebook of an nbgrader course, before `generate_assignment`."""
    cells: list[dict[str, Any]] = []
    for function in functions:
        solution = f"### BEGIN SOLUTION\n{function.source('solution')}### END SOLUTION"
        tests = "\n".join(asserts(function))
        cells.append(_cell(function.name, solution, solution=True, locked=False))
        cells.append(_cell(f"test_{function.name}", tests, grade=True, points=1))
    path = folder / "source" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(_notebook(cells))


def hand_in_to_nbgrader(
    folder: Path, functions: Sequence[Function], quality: str, count: int
) -> None:
    """Write the students' notebooks, after `generate_assignment` made the one they got."""
    blank = (folder / "release" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").read_bytes()
    for number, student in enumerate(students(count)):
        path = folder / "submitted" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(filled(blank, pieces(functions, number, quality)))


def write_otter(
    folder: Path, functions: Sequence[Function], quality: str, count: int
) -> list[Path]:
    """Write otter's tests into `tests`, and return the notebooks of the students."""
    (folder / "tests").mkdir(parents=True)
    for function in functions:
        cases = [{"code": f">>> {line}", "hidden": False} for line in asserts(function)]
        suite = {"cases": cases, "scored": True, "setup": "", "teardown": "", "type": "doctest"}
        test = {"name": function.name, "points": 1, "suites": [suite]}
        text = f"OK_FORMAT = True\n\ntest = {test!r}\n"
        (folder / "tests" / f"{function.name}.py").write_text(text, "utf-8")
    paths = []
    for number, student in enumerate(students(count)):
        cells = [_cell("", source) for source in pieces(functions, number, quality)]
        path = folder / student / f"{ASSIGNMENT}.ipynb"
        path.parent.mkdir()
        path.write_bytes(_notebook(cells))
        paths.append(path)
    return paths


def _cell(
    grade_id: str,
    source: str,
    *,
    grade: bool = False,
    solution: bool = False,
    locked: bool = True,
    points: int | None = None,
) -> dict[str, Any]:
    tag = {
        "schema_version": 3,
        "grade_id": grade_id,
        "grade": grade,
        "solution": solution,
        "locked": locked,
        "task": False,
    }
    if points is not None:
        tag["points"] = points
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {"nbgrader": tag} if grade_id else {},
        "outputs": [],
        "source": source,
    }


def _notebook(cells: Sequence[dict[str, Any]]) -> bytes:
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    whole = {"cells": list(cells), "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1).encode()
