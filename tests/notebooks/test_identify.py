from __future__ import annotations

import pytest

from grader.notebooks.decode import Cell
from grader.notebooks.identify import identify, match_file
from grader.notebooks.tags import Tag

UNITS = ("q01_streaming", "q13_message_batches", "x1_tiles", "x1_tiles_deep")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("q13_message_batches.ipynb", "q13_message_batches"),
        ("q13-Copy1.ipynb", "q13_message_batches"),
        ("张三_q13 (1).ipynb", "q13_message_batches"),
        ("作业q13最终版.ipynb", "q13_message_batches"),
        ("Ｑ１３.ipynb", "q13_message_batches"),
        ("Q13-Message-Batches (2).ipynb", "q13_message_batches"),
        ("q01_q13_message_batches.ipynb", "q13_message_batches"),
        ("x1_tiles_deep.ipynb", "x1_tiles_deep"),
        ("x1_tiles.ipynb", "x1_tiles"),
        ("x1.ipynb", None),  # two units begin with x1
        ("q1.ipynb", None),
        ("q130.ipynb", None),
        ("seq13.ipynb", None),
        ("q01 and q13.ipynb", None),
        ("Untitled.ipynb", None),
        ("", None),
    ],
)
def test_a_file_name_names_a_unit(name: str, unit: str | None) -> None:
    assert match_file(name, UNITS) == unit


def cell(grade_id: str) -> Cell:
    return Cell(0, "code", "", tag=Tag(grade_id=grade_id, kind="code", grade=False, solution=True))


Q01, Q13 = cell("q01_streaming-f"), cell("q13_message_batches-f")


@pytest.mark.parametrize(
    ("rooflab", "cells", "name", "unit", "note"),
    [
        ({"unit": "q01_streaming"}, [Q13], "q01.ipynb", "q01_streaming", None),
        ({"unit": "q01_streaming"}, [Q13], "q13.ipynb", "q01_streaming", "notebook.misnamed"),
        ({"unit": "q01_streaming"}, [], "mine.ipynb", "q01_streaming", None),
        ({"unit": "q99_other"}, [Q13], "q13.ipynb", "q13_message_batches", None),
        ({"unit": ["q01_streaming"]}, [Q13, Q13, Q01], "x", "q13_message_batches", None),
        ({}, [Q13, Q01], "q01.ipynb", "q01_streaming", "notebook.by_name"),
        ({}, [Q13, Q01], "mine.ipynb", None, "notebook.unknown_unit"),
        ({}, [cell("other-f")], "q13.ipynb", "q13_message_batches", "notebook.by_name"),
    ],
)
def test_metadata_then_cells_then_the_name_decide(
    rooflab: dict[str, object], cells: list[Cell], name: str, unit: str | None, note: str | None
) -> None:
    found, notes = identify(rooflab, cells, name, UNITS)
    assert found == unit
    assert [message.id for message in notes] == ([note] if note else [])
