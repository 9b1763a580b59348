"""The mark of what an author still has to write, and where a unit has any left.

A scaffold validates, so green says nothing about whether anybody wrote the unit: the marks do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.course import Unit

MARK = "TODO(unit)"
"""In every file of a scaffold, in a comment; found by `grep -rn 'TODO(unit)'`."""
_TEXT = frozenset({".md", ".py", ".toml"})


@dataclass(frozen=True)
class Mark:
    """The first mark left in one file, and how many it has."""

    path: Path
    line: int
    count: int


def marks_of(unit: Unit) -> Iterator[Mark]:
    """Yield, file by file, where a unit still has marks."""
    for folder in (unit.public, unit.secret):
        for path in sorted(folder.rglob("*")):
            if path.suffix not in _TEXT or not path.is_file():
                continue
            rows = path.read_text("utf-8", errors="replace").splitlines()
            lines = [number for number, row in enumerate(rows, 1) if MARK in row]
            if lines:
                yield Mark(path, lines[0], len(lines))
