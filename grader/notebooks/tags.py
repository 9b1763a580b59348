"""What makes a cell ours: nbgrader's metadata, our grade ids, and the markers a reader can see.

`build` writes these and `read` looks for them, so they stand once. The metadata is nbgrader's
schema 3, so that its formgrader and its lab extension know our cells. The markers stay in the text
when a tool throws the metadata away.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any, Literal

from grader.outcome import Record

CellKind = Literal["code", "markdown", "raw"]
KINDS: tuple[CellKind, ...] = ("code", "markdown", "raw")

PLACEHOLDER = "在此写下你的回答 / Write your answer here"
UNMARKED = ("prompt", "given", "wr-heading", "statement")
"""Cells that only show something or are never graded; nobody misses them."""
MARKER = re.compile(r"\[rooflab\] ([A-Za-z0-9_]+)-([A-Za-z0-9_-]+)")
"""`[rooflab] <unit>-<cell>`, in a comment of a locked cell."""

_ID_MAX = 64
"""The longest cell id nbformat 4.5 allows."""


class Tag(Record, frozen=True):
    """What the metadata says about one cell: which it is, and who may change it."""

    grade_id: str
    """`<unit>-<cell>`, e.g. `q13_message_batches-transfer_s`; unit ids hold no hyphen."""
    kind: CellKind
    """The cell's type when it was released."""
    grade: bool
    solution: bool
    readonly: bool = False
    """Locked although not graded: a prompt or given code."""
    points: int | float | None = None
    checksum: str = ""
    """Checksum of the cell as released; empty when it is not known."""

    @property
    def unit(self) -> str:
        """Return the unit the cell belongs to."""
        return self.grade_id.partition("-")[0]

    @property
    def cell(self) -> str:
        """Return the cell's name within its unit."""
        return self.grade_id.partition("-")[2] or self.grade_id

    @property
    def locked(self) -> bool:
        """Return whether the course owns the text, by nbgrader's rule."""
        return not self.solution and (self.grade or self.readonly)

    @property
    def written(self) -> bool:
        """Return whether the cell holds the written answer."""
        return self.solution and self.cell == "wr"


def tag_cell(source: str, tag: Tag) -> dict[str, Any]:
    """Return the metadata of a cell that is released with `source` and `tag`."""
    nbgrader: dict[str, Any] = {
        "cell_type": tag.kind,
        "checksum": checksum(source, tag.kind, tag),
        "grade": tag.grade,
        "grade_id": tag.grade_id,
        "locked": tag.locked,
        "schema_version": 3,
        "solution": tag.solution,
        "task": False,
    }
    if tag.points is not None:
        nbgrader["points"] = tag.points
    # Not enforced by us: it keeps Jupyter's own editor from changing or losing a cell by accident.
    metadata: dict[str, Any] = {"deletable": False, "nbgrader": nbgrader}
    if tag.locked:
        metadata["editable"] = False
    return metadata


def tag_of(metadata: Mapping[str, Any]) -> Tag | None:
    """Return the tag in a submitted cell's metadata, or None. The metadata may be anything."""
    found = metadata.get("nbgrader")
    if not isinstance(found, dict) or not isinstance(found.get("grade_id"), str):
        return None
    kind, points, check = found.get("cell_type"), found.get("points"), found.get("checksum")
    tag = Tag(
        grade_id=found["grade_id"],
        kind=kind if kind in KINDS else "code",
        grade=found.get("grade") is True,
        solution=found.get("solution") is True,
        readonly=found.get("locked") is True,
        points=points if isinstance(points, int | float) else None,
        # Without its type the cell as released cannot be known again.
        checksum=check if isinstance(check, str) and kind in KINDS else "",
    )
    return tag if tag.locked or tag.solution else None


def checksum(source: str, kind: str, tag: Tag) -> str:
    """Return nbgrader's checksum of a cell: 32 hex digits of MD5 over text, type and tag."""
    parts = [source, kind, str(tag.grade), str(tag.solution), str(tag.locked), tag.grade_id]
    if tag.grade:
        parts.append(str(float(tag.points or 0)))
    # MD5 because nbgrader compares with its own; it guards against slips, not against people.
    # A submitted grade id may hold half a surrogate pair, which no encoding takes.
    text = "".join(parts).encode("utf-8", "replace")
    return hashlib.md5(text, usedforsecurity=False).hexdigest()


def cell_id(grade_id: str) -> str:
    """Return the notebook cell id of a grade id: the same text where nbformat allows its length."""
    if len(grade_id) <= _ID_MAX:
        return grade_id
    return hashlib.sha256(grade_id.encode()).hexdigest()[:_ID_MAX]
