from __future__ import annotations

import ast
import json

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum, is_locked

from grader.course import Course, Unit
from grader.errors import CourseError
from grader.notebooks.build import Notebook, build_notebook, dumps, show_points
from grader.notebooks.tags import PLACEHOLDER, Tag, cell_id, tag_of
from grader.outcome import Text

GRADED = """\
# [rooflab] q13_message_batches-ex
# 例题 3 分
# examples 3 pt
#
# 1. 四条消息的例子。
#    The example with four messages.
#
# 本单元格已锁定，改动无效。运行它会执行公开检查；批改时还会执行隐藏检查，用的是这里
# 没有出现的输入。
# This cell is locked; changes to it have no effect. Running it runs the public
# checks; grading also runs hidden checks, on inputs that do not appear here.
import grader

grader.self_check("q13_message_batches", "ex")"""


def source(notebook: Notebook, name: str) -> str:
    ids = {cell["id"].partition("-")[2]: cell["source"] for cell in notebook["cells"]}
    return str(ids[name])


def test_cells_stand_in_the_order_students_work(notebook: Notebook) -> None:
    ids = [cell["metadata"]["nbgrader"]["grade_id"] for cell in notebook["cells"]]
    names = ["prompt", "given", "imports", "transfer_s", "Link", "ex", "prop", "wr-heading", "wr"]
    assert ids == [f"q13_message_batches-{name}" for name in names]
    assert notebook["metadata"]["rooflab"] == {
        "unit": "q13_message_batches",
        "bundle": "b4_cost",
        "release": "2026.09-1a2b",
        "cells": ids,
    }


def test_nbformat_and_nbgrader_accept_the_notebook(notebook: Notebook) -> None:
    node = nbformat.from_dict(notebook)
    nbformat.validate(node)
    MetadataValidator().validate_nb(node)


def test_checksums_and_locks_are_nbgraders_own(notebook: Notebook) -> None:
    for cell in nbformat.from_dict(notebook).cells:
        tag = tag_of(cell.metadata)
        assert tag is not None
        assert cell.metadata.nbgrader.checksum == compute_checksum(cell)
        assert tag.locked == is_locked(cell)


def test_the_bytes_are_what_jupyter_saves(notebook: Notebook, unit: Unit) -> None:
    data = dumps(notebook)
    assert data.decode() == nbformat.writes(nbformat.from_dict(notebook)) + "\n"
    sentences = {"ex": (Text("四条消息的例子。", "The example with four messages."),)}
    sentences |= {"prop": (Text("时间随消息数增长。", "More messages take longer."),)}
    again = build_notebook(unit, ("en", "zh"), sentences, ["ex"], "2026.09-1a2b")
    assert dumps(again) == data


def test_a_graded_cell_tells_points_and_sentences_and_runs_the_public_checks(
    notebook: Notebook,
) -> None:
    assert source(notebook, "ex") == GRADED


def test_a_key_without_public_checks_gives_nbgraders_autograder_no_points(
    notebook: Notebook,
) -> None:
    last = ast.parse(source(notebook, "prop")).body
    assert ast.literal_eval(source(notebook, "prop").splitlines()[-1]) == 0
    assert len(last) == 1


def test_the_prompt_has_title_facts_and_both_texts_chinese_first(notebook: Notebook) -> None:
    chinese, english = source(notebook, "prompt").split("\n\n---\n\n")
    assert chinese.startswith("# 消息分批\n")
    assert "预计 40 分钟 · 共 9.5 分：例题 3 分，随机输入与性质 2.5 分，书面回答 4 分" in chinese
    assert chinese.endswith("一次发完还是分批发？")
    assert english.startswith("# Message batches\n")
    assert "# Batches" not in english  # the prompt file's own title
    assert english.endswith("All at once or in batches?")


def test_one_language_alone(unit: Unit) -> None:
    built = build_notebook(unit, ("en",), {}, (), "r")
    shown = "".join(c["source"] for c in built["cells"] if c["metadata"]["nbgrader"]["locked"])
    assert "Message batches" in shown
    assert not any("一" <= char <= "鿿" for char in shown)


def test_written_answer_is_one_graded_cell_that_students_may_change(notebook: Notebook) -> None:
    cell = notebook["cells"][-1]
    assert cell["source"] == PLACEHOLDER
    assert "editable" not in cell["metadata"]
    tag = tag_of(cell["metadata"])
    assert tag is not None
    assert tag.written
    assert tag.points == 4


def test_points_are_numbers_and_locked_cells_cannot_be_edited(notebook: Notebook) -> None:
    points = [cell["metadata"]["nbgrader"].get("points") for cell in notebook["cells"]]
    assert points == [None, None, None, None, None, 3, 2.5, None, 4]
    editable = [cell["metadata"].get("editable", True) for cell in notebook["cells"]]
    assert editable == [False, False, True, True, True, False, False, False, True]


def test_a_function_named_like_a_key_gets_another_grade_id(course: Course) -> None:
    built = build_notebook(course.unit("q14"), ("zh", "en"), {}, {"ex"}, "r")
    ids = [cell["id"] for cell in built["cells"]]
    assert ids == ["q14_plain-prompt", "q14_plain-ex-2", "q14_plain-ex"]


def test_a_cell_id_fits_nbformat() -> None:
    assert cell_id("q13-" + "a" * 60) == "q13-" + "a" * 60
    long = Tag(grade_id="q13-" + "a" * 61, kind="code", grade=False, solution=True).grade_id
    assert len(cell_id(long)) == 64


def test_a_missing_prompt_is_the_authors_error(unit: Unit) -> None:
    unit.prompt("en").unlink()
    with pytest.raises(CourseError) as caught:
        build_notebook(unit, ("zh", "en"), {}, (), "r")
    assert caught.value.path == unit.prompt("en")


def test_points_are_shown_without_trailing_zeros(unit: Unit) -> None:
    assert [show_points(value) for value in unit.points.values()] == ["3", "2.5", "4"]


def test_metadata_survives_json(notebook: Notebook) -> None:
    assert json.loads(dumps(notebook))["metadata"] == notebook["metadata"]
