"""What students do to a notebook, and the rule each case gets."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from grader.notebooks.build import Notebook, dumps
from grader.notebooks.read import CodeCell, ReadNotebook, read_notebook
from grader.notebooks.tags import PLACEHOLDER

Submit = Callable[..., ReadNotebook]
UNIT = "q13_message_batches"
PROMPT, GIVEN, IMPORTS, TRANSFER, LINK, EX = range(6)


def notes(read: ReadNotebook) -> dict[str, Any]:
    return {note.id.removeprefix("notebook."): note.args for note in read.notes}


def test_an_untouched_notebook_gives_the_stub_and_no_notes(submit: Submit) -> None:
    read = submit(lambda named, cells: None)
    assert read.unit == UNIT
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
    assert read.code[0] == CodeCell(IMPORTS, "import math\nfrom collections.abc import Sequence")
    assert read.written == PLACEHOLDER
    assert read.notes == ()


def test_a_students_own_cells_run_where_they_stand(submit: Submit) -> None:
    own = {"cell_type": "code", "source": "HELP = 1", "metadata": {}, "id": "a1"}
    read = submit(lambda named, cells: cells.insert(TRANSFER, own))
    assert [cell.source for cell in read.code][1] == "HELP = 1"
    assert read.notes == ()


def test_reordered_cells_run_in_the_students_order(submit: Submit) -> None:
    read = submit(lambda named, cells: cells.reverse())
    assert [cell.source[:5] for cell in read.code] == ["class", "def t", "impor"]
    assert read.notes == ()


def test_edits_of_locked_cells_are_named_and_ignored(submit: Submit) -> None:
    def change(named: dict[str, Any], _: list[Any]) -> None:
        named["ex"]["source"] += "\nprint('mine')"
        named["prompt"]["source"] += "\n\nmy answer"
        named["prop"]["cell_type"] = "markdown"

    read = submit(change)
    assert "mine" not in "".join(cell.source for cell in read.code)
    assert notes(read) == {"edited": {"cells": "prompt, ex, prop"}}


def test_a_solution_turned_into_text_is_named_and_not_run(submit: Submit) -> None:
    read = submit(lambda named, cells: named["transfer_s"].update(cell_type="markdown"))
    assert [cell.position for cell in read.code] == [IMPORTS, LINK]
    assert notes(read) == {"retyped": {"cells": "transfer_s"}}


def test_copies_of_a_cell_all_run_in_order(submit: Submit) -> None:
    def change(named: dict[str, Any], cells: list[Any]) -> None:
        cells.append({**copy.deepcopy(named["transfer_s"]), "source": "def transfer_s(): return 1"})

    read = submit(change)
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK, 9]
    assert read.code[-1].source == "def transfer_s(): return 1"
    assert notes(read) == {"duplicated": {"cells": "transfer_s"}}


def test_a_copied_graded_cell_is_no_code_of_the_student(submit: Submit) -> None:
    read = submit(lambda named, cells: cells.append(copy.deepcopy(named["ex"])))
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
    assert read.notes == ()


def test_deleted_cells_are_named_but_nobody_misses_the_prompt(submit: Submit) -> None:
    def change(named: dict[str, Any], cells: list[Any]) -> None:
        cells[:] = [named["imports"], named["Link"], named["prop"]]

    read = submit(change)
    assert read.written is None
    assert notes(read) == {"deleted": {"cells": "transfer_s, ex, wr"}}


def test_a_written_answer_is_returned_as_it_stands(submit: Submit) -> None:
    read = submit(lambda named, cells: named["wr"].update(source="因为延迟。\n"))
    assert read.written == "因为延迟。\n"


def test_a_renamed_file_is_known_by_its_metadata(submit: Submit) -> None:
    assert submit(lambda named, cells: None, "homework final.ipynb").notes == ()
    assert list(notes(submit(lambda named, cells: None, "q14.ipynb"))) == ["misnamed"]


def stripped(notebook: Notebook, *, ids: bool = False) -> Notebook:
    """Return the notebook as a tool leaves it that keeps text only."""
    cells = []
    for cell in notebook["cells"]:
        kept = {"cell_type": cell["cell_type"], "source": cell["source"], "metadata": {}}
        cells.append(kept | ({"id": cell["id"]} if ids else {}))
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}


@pytest.mark.parametrize("ids", [False, True])
def test_without_metadata_the_markers_tell_locked_cells(notebook: Notebook, ids: bool) -> None:
    notebook["cells"][-1]["source"] = f"{PLACEHOLDER}\n\n因为延迟。"
    read = read_notebook(dumps(stripped(notebook, ids=ids)), [UNIT], "mine.ipynb")
    assert read.unit == UNIT
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
    assert read.written == f"{PLACEHOLDER}\n\n因为延迟。"
    assert list(notes(read)) == ["recovered"]


def test_renamed_cells_are_recovered_like_lost_ones(notebook: Notebook) -> None:
    notebook["cells"][-1]["source"] = "因为延迟。"
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"]["nbgrader"]["grade_id"] = f"cell-{number}"
    read = read_notebook(dumps(notebook), [UNIT], "mine.ipynb")
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
    assert read.written == "因为延迟。"
    assert list(notes(read)) == ["recovered"]


def test_one_renamed_cell_still_runs(submit: Submit) -> None:
    def rename(named: dict[str, Any], _: list[Any]) -> None:
        named["transfer_s"]["metadata"]["nbgrader"]["grade_id"] = "cell-1"

    read = submit(rename)
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
    assert notes(read) == {"deleted": {"cells": "transfer_s"}}


def test_without_metadata_and_placeholder_the_text_below_the_heading_is_the_answer(
    notebook: Notebook,
) -> None:
    notebook["cells"][-1]["source"] = "因为延迟。"
    read = read_notebook(dumps(stripped(notebook)), [UNIT], "q13.ipynb")
    assert read.written == "因为延迟。"
    assert list(notes(read)) == ["recovered", "written_below"]


def test_without_metadata_a_graded_cell_with_a_students_function_runs(notebook: Notebook) -> None:
    bare = stripped(notebook)
    bare["cells"][EX]["source"] += "\n\ndef transfer_s(b, n):\n    return 1.0\n"
    read = read_notebook(dumps(bare), [UNIT], "q13.ipynb")
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK, EX]


def test_without_metadata_a_bare_self_check_is_not_the_students(notebook: Notebook) -> None:
    bare = stripped(notebook)
    bare["cells"][EX]["source"] = f"import grader\n\ngrader.self_check('{UNIT}', 'ex')"
    read = read_notebook(dumps(bare), [UNIT], "q13.ipynb")
    assert EX not in [cell.position for cell in read.code]


def test_a_foreign_notebook_is_read_whole_and_known_by_its_name() -> None:
    top = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "x = 1"}]}]}
    read = read_notebook(json.dumps(top).encode(), [UNIT], "张三_q13.ipynb")
    assert (read.unit, read.code, read.written) == (UNIT, (CodeCell(0, "x = 1"),), None)
    assert list(notes(read)) == ["by_name", "recovered"]


def test_an_empty_list_of_cells_is_read(submit: Submit) -> None:
    read = submit(lambda named, cells: cells.clear())
    assert (read.unit, read.code) == (UNIT, ())
    assert list(notes(read)) == ["deleted"]


def test_a_note_names_a_few_cells_however_many_there_are(submit: Submit) -> None:
    def change(named: dict[str, Any], cells: list[Any]) -> None:
        for number in range(40):
            cell = copy.deepcopy(named["transfer_s"])
            cell["metadata"]["nbgrader"]["grade_id"] = f"{UNIT}-\x1b[2J{number}" + "x" * 99
            cells += [cell, cell]

    said = str(notes(submit(change))["duplicated"]["cells"])
    assert said.endswith(", …")
    assert said.isprintable()
    assert len(said) < 300


@pytest.mark.parametrize(
    "hostile",
    [
        {"cells": 3},
        {"cells": [None, {}, "x"]},
        {"unit": {}},
        {"unit": None, "cells": ["\ud800"]},
        [],
        "q13",
    ],
)
def test_forged_metadata_costs_at_most_a_note(notebook: Notebook, hostile: object) -> None:
    forged = {**notebook, "metadata": {"rooflab": hostile}}
    read = read_notebook(json.dumps(forged).encode(), [UNIT], "x.ipynb")
    assert read.unit == UNIT
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
    assert all(note.text(lang) for note in read.notes for lang in ("zh", "en"))


@pytest.mark.parametrize("points", [None, "3", True, 10**400, -1.5, [], float("inf")])
@pytest.mark.parametrize("checksum", [None, 3, "0" * 32])
def test_forged_tags_are_read(notebook: Notebook, points: object, checksum: object) -> None:
    nbgrader = notebook["cells"][EX]["metadata"]["nbgrader"]
    nbgrader |= {"points": points, "checksum": checksum}
    read = read_notebook(json.dumps(notebook).encode(), [UNIT], "x.ipynb")
    assert [cell.position for cell in read.code] == [IMPORTS, TRANSFER, LINK]
