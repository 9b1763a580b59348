"""A bundle's last notebook ends with a statement: the student's own, kept, never an answer."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest

from grader.course import Course, Unit
from grader.notebooks.build import Notebook, build_notebook, dumps
from grader.notebooks.read import ReadNotebook, read_notebook
from grader.notebooks.tags import PLACEHOLDER

NAME = "q13_message_batches-statement"


@pytest.fixture
def notebook(unit: Unit) -> Notebook:
    return build_notebook(unit, ("zh", "en"), {}, (), "r", statement=True)


def read(notebook: Notebook, course: Course) -> ReadNotebook:
    return read_notebook(dumps(notebook), [u.id for u in course.units], "q13_message_batches.ipynb")


def cell(notebook: Notebook, name: str) -> dict[str, Any]:
    (found,) = [c for c in notebook["cells"] if c["id"].endswith(f"-{name}")]
    return found


def test_it_stands_last_and_belongs_to_the_student(notebook: Notebook) -> None:
    last = notebook["cells"][-1]
    assert last["id"] == NAME
    assert last["cell_type"] == "markdown"
    assert "nbgrader" not in last["metadata"]
    assert last["metadata"].get("editable", True)
    for words in ("声明（不计分", "AI 工具", "Statement (not graded", "AI tools"):
        assert words in last["source"]
    nbformat.validate(nbformat.from_dict(notebook))


def test_only_where_it_is_asked_for_and_in_the_languages_asked_for(unit: Unit) -> None:
    assert "声明" not in dumps(build_notebook(unit, ("zh",), {}, (), "r")).decode()
    english = build_notebook(unit, ("en",), {}, (), "r", statement=True)["cells"][-1]["source"]
    assert "Statement" in english
    assert "声明" not in english


def test_what_a_student_writes_into_it_survives_and_is_no_answer(
    notebook: Notebook, course: Course
) -> None:
    cell(notebook, "statement")["source"] += "\n\n我和韩梅梅讨论过。"
    found = read(notebook, course)
    assert found.written == PLACEHOLDER
    assert found.notes == ()
    again = nbformat.reads(dumps(notebook).decode(), as_version=4)
    assert "韩梅梅" in again.cells[-1].source


@pytest.mark.parametrize("lost", ["marker", "id"])
def test_one_of_its_two_signs_is_enough(notebook: Notebook, course: Course, lost: str) -> None:
    statement = cell(notebook, "statement")
    if lost == "marker":
        statement["source"] = "只查过教材。"
    else:
        statement["id"] = "0123abcd"
    assert read(notebook, course).written == PLACEHOLDER


def test_nobody_misses_it(notebook: Notebook, course: Course) -> None:
    notebook["cells"].pop()
    assert read(notebook, course).notes == ()


def test_a_function_called_statement_keeps_its_own_cell(unit: Unit) -> None:
    (unit.public / "stub.py").write_text("def statement():\n    raise NotImplementedError\n")
    ids = [c["id"] for c in build_notebook(unit, ("zh",), {}, (), "r", statement=True)["cells"]]
    assert ids.count(NAME) == 1
    assert f"{NAME}-2" in ids
