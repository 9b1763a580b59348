"""Which cells are ours when a tool has dropped our metadata.

Some editors and converters keep text and nothing else. Then the markers tell: the comment in a
graded or given cell, the one in the heading of the written answer, the placeholder, and in nbformat
4.5 the cell id.
"""

from __future__ import annotations

import re

import msgspec

from grader.notebooks.decode import Cell
from grader.notebooks.tags import MARKER, PLACEHOLDER, Tag

_SELF_CHECK = re.compile(
    r"""^[ \t]*grader\.self_check\(\s*["'](\w+)["']\s*,\s*["'](\w+)["']""", re.MULTILINE
)
_DEFINES = re.compile(r"^[ \t]*(?:async[ \t]+def|def|class)[ \t]", re.MULTILINE)


def recover(cell: Cell) -> Cell:
    """Return `cell` with a tag if its text shows that it is ours; one that has a tag keeps it.

    A code cell with the marker or the call of a graded cell is one, unless it defines something:
    then a student has put answers into it, and it runs like any other (a self check does nothing
    in a box).
    """
    if cell.tag is not None:
        return cell
    tag = _code_tag(cell.source) if cell.kind == "code" else _text_tag(cell)
    return cell if tag is None else msgspec.structs.replace(cell, tag=tag)


def _code_tag(source: str) -> Tag | None:
    marker = MARKER.search(source)
    if marker is not None and marker[2] == "given" and marker.start() == len("# "):
        return Tag(
            grade_id=f"{marker[1]}-given", kind="code", grade=False, solution=False, readonly=True
        )
    ours = marker or _SELF_CHECK.search(source)
    if ours is None or _DEFINES.search(source):
        return None
    return Tag(grade_id=f"{ours[1]}-{ours[2]}", kind="code", grade=True, solution=False)


def _text_tag(cell: Cell) -> Tag | None:
    marker = MARKER.search(cell.source)
    if marker is not None and marker[2] in ("wr-heading", "statement"):
        return _ungraded(f"{marker[1]}-{marker[2]}")
    if cell.id.endswith("-statement"):  # students write into it and may take the marker out
        return _ungraded(cell.id)
    by_id = cell.id.endswith("-wr")
    if by_id or PLACEHOLDER in cell.source:
        # The placeholder alone does not say which unit it stands in: an empty unit fits any.
        grade_id = cell.id if by_id else "-wr"
        return Tag(grade_id=grade_id, kind="markdown", grade=True, solution=True)
    return None


def _ungraded(grade_id: str) -> Tag:
    """Return the tag of a text cell that is ours: what stands in it is no answer."""
    return Tag(grade_id=grade_id, kind="markdown", grade=False, solution=False, readonly=True)
