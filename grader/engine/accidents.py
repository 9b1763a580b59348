"""Accidents that happen to notebooks on their way to a grader, for the demo's class.

Each takes the bytes of a good submission and returns what arrives instead, with the file's name.
They are what a class really hands in; `tests/ugly` has many more, with the verdict of each.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Notebook = dict[str, Any]
Accident = Callable[[bytes, str], tuple[str, bytes]]
"""(submission, unit id) -> (file name, what is in it)."""


def accidents() -> dict[str, Accident]:
    """Return every accident by a name that says what happened."""
    return {
        "empty file": lambda data, unit: (f"{unit}.ipynb", b""),
        "cut off": lambda data, unit: (f"{unit}.ipynb", data[: len(data) // 2]),
        "a picture by mistake": lambda data, unit: (
            f"{unit}.ipynb",
            b"\x89PNG\r\n\x1a\n" + data[:99],
        ),
        "merge conflict": _merge_conflict,
        "renamed": lambda data, unit: (f"{unit.split('_')[0]}-Copy1.ipynb", data),
        "renamed in Chinese": lambda data, unit: (f"张三_{unit.split('_')[0]} (1).ipynb", data),
        "BOM and CRLF": lambda data, unit: (
            f"{unit}.ipynb",
            b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
        ),
        "metadata lost": _edited(_drop_metadata),
        "a cell copied": _edited(_copy_cells),
        "graded cells deleted": _edited(_delete_graded),
        "magics and installs": _edited(
            _add_first("%matplotlib inline\n!pip install torch\n%timeit 1")
        ),
        "an endless loop": _edited(_add_last("while True:\n    pass")),
        "os._exit": _edited(_add_last("import os\nos._exit(0)")),
        "np = None": _edited(_add_last("np = None\nmath = None")),
        "a syntax error": _edited(_add_last("def oops(:\n    return")),
        "an output flood": _edited(_add_last("while True:\n    print('x' * 10_000)")),
        "input()": _edited(_add_first("name = input('who are you? ')")),
    }


def _edited(change: Callable[[Notebook], None]) -> Accident:
    def accident(data: bytes, unit: str) -> tuple[str, bytes]:
        notebook = json.loads(data)
        change(notebook)
        return f"{unit}.ipynb", json.dumps(notebook, ensure_ascii=False, indent=1).encode()

    return accident


def _merge_conflict(data: bytes, unit: str) -> tuple[str, bytes]:
    lines = data.split(b"\n")
    half = len(lines) // 2
    marked = [*lines[:half], b"<<<<<<< HEAD", lines[half], b"=======", b">>>>>>> main"]
    return f"{unit}.ipynb", b"\n".join([*marked, *lines[half:]])


def _drop_metadata(notebook: Notebook) -> None:
    notebook["metadata"] = {}
    for cell in notebook["cells"]:
        cell["metadata"] = {}


def _copy_cells(notebook: Notebook) -> None:
    code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    notebook["cells"] += json.loads(json.dumps(code[:2]))


def _delete_graded(notebook: Notebook) -> None:
    notebook["cells"] = [
        c for c in notebook["cells"] if not c["metadata"].get("nbgrader", {}).get("grade")
    ]


def _add_first(source: str) -> Callable[[Notebook], None]:
    return lambda notebook: notebook["cells"].insert(0, _cell(source))


def _add_last(source: str) -> Callable[[Notebook], None]:
    return lambda notebook: notebook["cells"].append(_cell(source))


def _cell(source: str) -> Notebook:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "added-later",
        "metadata": {},
        "outputs": [],
        "source": source,
    }
