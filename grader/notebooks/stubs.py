"""A unit's stub.py as notebook cells. Lines `# %%` separate them, as in editors that run cells."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from pathlib import Path

from grader.course import read_text
from grader.errors import CourseError
from grader.messages import say
from grader.outcome import Record

_SEPARATOR = re.compile(r"^# ?%%.*$", re.MULTILINE)


class StubCell(Record, frozen=True):
    """One cell of a stub: its name within the unit and its code."""

    name: str
    source: str


def split_cells(source: str) -> tuple[str, ...]:
    """Return the cells of a Python file, without separators, outer blank lines and empty cells."""
    pieces = (piece.strip("\n").rstrip() for piece in _SEPARATOR.split(source))
    return tuple(piece for piece in pieces if piece.strip())


def read_stub(path: Path, taken: Collection[str]) -> tuple[StubCell, ...]:
    """Return the cells of the stub at `path`, each with a name that is not in `taken`.

    A cell is named after the first function or class it defines; the first cell, if it defines
    none, is `imports`, another one `cell`. A name used before gets a number: `cell-2`.

    Raises
    ------
    CourseError
        The file is missing or no text, holds no cell, or a cell is not Python.
    """
    used = set(taken)
    cells = []
    for index, source in enumerate(split_cells(read_text(path))):
        name = _defined(path, source) or ("cell" if index else "imports")
        name = _unused(name, used)
        used.add(name)
        cells.append(StubCell(name, source))
    if not cells:
        raise CourseError(path, "", say("notebook.stub_empty"))
    return tuple(cells)


def _defined(path: Path, source: str) -> str | None:
    try:
        statements = ast.parse(source).body
    except SyntaxError as error:
        line = f"{error.lineno}: {error.text or ''}".strip()
        raise CourseError(path, line, say("notebook.stub_syntax", detail=error.msg)) from None
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # nbgrader allows ASCII letters, digits, _ and - in a grade id.
            return statement.name if statement.name.isascii() else None
    return None


def _unused(name: str, used: Collection[str]) -> str:
    number, unused = 1, name
    while unused in used:
        number += 1
        unused = f"{name}-{number}"
    return unused
