"""Cells that were copied, deleted, renamed, retyped, moved, or answered in the wrong place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

from grader.outcome import Status
from tests.ugly.case import (
    ANSWER,
    CLAIM,
    COST,
    ERR,
    EX,
    FILE,
    GIVEN,
    HALF,
    IMPORTS,
    PRICE,
    PROMPT,
    ROOM,
    ROOM_FOR,
    WRITTEN,
    Notebook,
    Released,
    case,
    changed,
    code,
    dumps,
    fine,
    text,
)

Cells = list[Notebook]


def copied(cells: Cells, position: int, source: str, *, below: bool = True) -> None:
    """Copy a cell as Jupyter does, metadata and grade id included, and write into the copy."""
    twin = copy.deepcopy(cells[position])
    twin |= {"source": source, "id": f"copy-{position}"}
    cells.insert(position + below, twin)


def stub(position: int) -> str:
    """Return a cell as it was released, more or less."""
    head = {ROOM_FOR: "def room_for(people):", PRICE: "def price(hours):"}[position]
    return f'{head}\n    """返回结果 / Return the result."""\n    raise NotImplementedError'


def renamed_ids(cells: Cells) -> None:
    for number, cell in enumerate(cells):
        cell["metadata"]["nbgrader"]["grade_id"] = f"cell-{number:x}f00"


def one_id_for_two(cells: Cells) -> None:
    """The second answer typed into a copy of the first one's cell, the released one deleted."""
    cells[PRICE]["metadata"] = copy.deepcopy(cells[ROOM_FOR]["metadata"])


def retyped(cells: Cells, position: int, kind: str) -> None:
    cells[position]["cell_type"] = kind


def backwards(cells: Cells) -> None:
    cells.reverse()


def answer_above_the_stub(cells: Cells) -> None:
    """An own cell above the released one, which was left as it came."""
    cells[ROOM_FOR]["source"] = stub(ROOM_FOR)
    cells.insert(ROOM_FOR, code(ROOM))


def merged(cells: Cells) -> None:
    cells[PRICE]["source"] = f"{ROOM}\n\n{COST}"
    cells[ROOM_FOR]["source"] = ""


def split(cells: Cells) -> None:
    cells[PRICE]["source"] = COST.replace("PRICE_PER_HOUR * hours", "_times(hours)")
    cells.insert(CLAIM, code("def _times(hours):\n    return PRICE_PER_HOUR * hours"))


def into_the_graded_cell(cells: Cells) -> None:
    cells[PRICE]["source"] = stub(PRICE)
    cells[EX]["source"] += f"\n\n{COST}"


def delete(*positions: int) -> Callable[[Cells], None]:
    def change(cells: Cells) -> None:
        cells[:] = [c for i, c in enumerate(cells) if i not in positions]

    return change


def written_below(cells: Cells) -> None:
    cells[WRITTEN]["source"] = ""
    cells.insert(WRITTEN + 1, text(ANSWER))


def written_twice(cells: Cells) -> None:
    cells.append({**copy.deepcopy(cells[WRITTEN]), "source": ""})


def todo_left(cells: Cells) -> None:
    cells[WRITTEN]["source"] = f"TODO: your answer\n\n{ANSWER}"


def placeholder_left(folder: Path, released: Released) -> None:
    notebook = released.solved()
    released_text = released.rooms["cells"][WRITTEN]["source"]
    notebook["cells"][WRITTEN]["source"] = f"{released_text}\n\n{ANSWER}"
    (folder / FILE).write_bytes(dumps(notebook))


def only_todo(cells: Cells) -> None:
    cells[WRITTEN]["source"] = "TODO: your answer\n"


def stored_outputs(cells: Cells) -> None:
    """Full marks as somebody's autograder prints them, saved in the notebook."""
    for position in (EX, ERR, CLAIM):
        values = ("4", "np.float64(4.0)", "True")
        cells[position]["outputs"] = [
            {"output_type": "execute_result", "execution_count": 9, "metadata": {}, "data": data}
            for data in ({"text/plain": [value]} for value in values)
        ]
        cells[position]["metadata"]["nbgrader"] |= {"points": 100, "score": 100}
    for position in (ROOM_FOR, PRICE):
        cells[position]["source"] = stub(position)


def partial_credit(cells: Cells) -> None:
    """Values that nbgrader takes for full marks when a graded cell ends in them."""
    for position in (ROOM_FOR, PRICE):
        cells[position]["source"] = stub(position)
    for position, value in ((EX, "np.float64(0.0)"), (ERR, "False"), (CLAIM, "-1")):
        cells[position]["source"] += f"\nimport numpy as np\n{value}"
    cells += [code(f"import numpy as np\nprint({v})\n{v}") for v in ("np.float64(0.0)", "np.nan")]


def everything_locked(cells: Cells) -> None:
    """A tool that marks each cell as one of the course's."""
    for cell in cells:
        cell["metadata"]["nbgrader"] |= {"solution": False, "locked": True, "grade": False}


CASES = (
    fine(
        "copied_cell_answered_above",
        changed(lambda cells: copied(cells, ROOM_FOR, stub(ROOM_FOR))),
        "notebook.duplicated",
        "work.empty_copy",
    ),
    fine(
        "copied_cell_answered_below",
        changed(lambda cells: copied(cells, ROOM_FOR, stub(ROOM_FOR), below=False)),
        "notebook.duplicated",
    ),
    case(
        "copied_cell_second_answer_wrong",
        changed(lambda cells: copied(cells, PRICE, COST.replace("*", "+"))),
        Status.WRONG,
        "3.5",
        "notebook.duplicated",
    ),
    fine(
        "copied_graded_cell",
        changed(lambda cells: cells.append(copy.deepcopy(cells[EX]))),
    ),
    fine(
        "answer_above_the_stub",
        changed(answer_above_the_stub),
        "work.empty_copy",
    ),
    fine("deleted_graded_cells", changed(delete(EX, ERR, CLAIM)), "notebook.deleted"),
    fine("deleted_given_code_and_prompt", changed(delete(PROMPT, GIVEN))),
    case(
        "deleted_solution_cell",
        changed(delete(PRICE)),
        Status.UNANSWERED,
        HALF,
        "notebook.deleted",
        "student.missing",
    ),
    case(
        "deleted_constant",
        changed(delete(IMPORTS)),
        Status.ERROR,
        HALF,
        "notebook.deleted",
        "student.raised",
    ),
    fine(
        "deleted_written_cell",
        changed(delete(WRITTEN)),
        "notebook.deleted",
        written=False,
    ),
    case(
        "deleted_everything",
        changed(lambda cells: cells.clear()),
        Status.UNANSWERED,
        "0",
        "notebook.deleted",
        "student.missing",
        written=False,
    ),
    fine("renamed_cells", changed(renamed_ids), "notebook.recovered"),
    fine(
        "one_id_for_two_cells",
        changed(one_id_for_two),
        "notebook.duplicated",
        "notebook.deleted",
    ),
    case(
        "solution_turned_into_text",
        changed(lambda cells: retyped(cells, PRICE, "markdown")),
        Status.UNANSWERED,
        HALF,
        "notebook.retyped",
        "student.missing",
    ),
    case(
        "solution_turned_into_raw",
        changed(lambda cells: retyped(cells, PRICE, "raw")),
        Status.UNANSWERED,
        HALF,
        "notebook.retyped",
        "student.missing",
    ),
    fine(
        "graded_cell_turned_into_text",
        changed(lambda cells: retyped(cells, EX, "markdown")),
        "notebook.edited",
    ),
    fine("written_answer_turned_into_code", changed(lambda cells: retyped(cells, WRITTEN, "code"))),
    fine("all_cells_backwards", changed(backwards)),
    fine("functions_in_one_cell", changed(merged)),
    fine("helper_in_a_cell_below", changed(split)),
    case(
        "answer_in_the_graded_cell",
        changed(into_the_graded_cell),
        Status.UNANSWERED,
        HALF,
        "notebook.edited",
        "student.stub",
    ),
    case(
        "everything_locked",
        changed(everything_locked),
        Status.UNANSWERED,
        "0",
        "notebook.edited",
        "student.missing",
        written=False,
    ),
    fine("written_below_its_cell", changed(written_below), "notebook.written_below"),
    fine("written_cell_copied", changed(written_twice), "notebook.written_twice"),
    fine("todo_above_the_answer", changed(todo_left)),
    fine("placeholder_above_the_answer", placeholder_left),
    fine("todo_and_no_answer", changed(only_todo), written=False),
    case(
        "stored_outputs_claim_full_marks",
        changed(stored_outputs),
        Status.UNANSWERED,
        "0",
        "student.stub",
    ),
    case(
        "partial_credit_printed",
        changed(partial_credit),
        Status.UNANSWERED,
        "0",
        "notebook.edited",
        "student.stub",
    ),
)
