"""What runs behind the trust line imports next to nothing.

The zygote and all it loads become a private package in a process that must not hold the front
door, a reference or the network. Beside the standard library, numpy, numba (with the llvmlite that
it is made of) and greenlet, each part may name only the neighbours listed here, and the code that
runs a notebook IPython's transformer.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

BOX = Path(__file__).parents[2] / "grader" / "box"
PACKAGES = sys.stdlib_module_names | {"greenlet", "llvmlite", "numba", "numpy"}
TRANSFORMER = "IPython.core.inputtransformer2"
NEIGHBOURS = {
    "wire": {"wire"},
    "walls": {"walls"},
    "inside": {"inside", "wire"},
    "folders": set(),
    "zygote": {"folders", "inside", "walls", "wire"},
}


def part_of(path: Path) -> str:
    """Return which part of the box a file belongs to: its folder, or its own name."""
    return path.relative_to(BOX).parts[0].removesuffix(".py")


FILES = [path for path in sorted(BOX.rglob("*.py")) if part_of(path) in NEIGHBOURS]


def imported(source: str, package: tuple[str, ...]) -> Iterator[str]:
    """Yield each imported name; a relative one as `box.…`, or `outside` where it leaves the box."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom) and node.level <= len(package):
            origin = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
            names = [alias.name for alias in node.names]
            yield from (".".join(filter(None, [*origin, name])) for name in names)
        elif isinstance(node, ast.ImportFrom):
            yield "outside"


def strangers(source: str, part: str, package: tuple[str, ...]) -> list[str]:
    """Return the imports of `source` that its part of the box may not make."""
    return [
        name
        for name in imported(source, package)
        if name.split(".")[0] not in PACKAGES
        and not (part == "inside" and name == TRANSFORMER)
        and not (name.startswith("box.") and name.split(".")[1] in NEIGHBOURS[part])
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(BOX).as_posix())
def test_a_file_of_the_box_imports_only_its_neighbours(path: Path) -> None:
    package = ("box", *path.relative_to(BOX).parts[:-1])
    assert strangers(path.read_text("utf-8"), part_of(path), package) == []


def test_every_part_of_the_box_was_found() -> None:
    assert {part_of(path) for path in FILES} == set(NEIGHBOURS)


@pytest.mark.parametrize(
    "source",
    [
        "import grader",
        "from grader.box import wire",
        "from ... import errors",
        "from .. import keeper",
        "from ..walls import linux",
        "import requests as os",
        "import IPython",
    ],
)
def test_a_forbidden_import_is_seen(source: str) -> None:
    assert strangers(f"def f():\n    {source}\n", "inside", ("box", "inside")) != []


def test_a_neighbour_is_welcome() -> None:
    source = "import numpy\nfrom . import tracing\nfrom ..wire import encode\n"
    assert strangers(source, "inside", ("box", "inside")) == []
