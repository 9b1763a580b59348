"""The cells nbgrader has to know, from the released notebooks; and whether its book fits them.

Once marks were given, a part that is worth something else, or is gone, would make them meaningless.
Such a change is refused before anything is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.course import Bundle
from grader.errors import GraderError
from grader.files import STORAGE_ERRORS
from grader.gradebook.marks import Parts, read_parts
from grader.gradebook.nbgrader_book import CellRow, NotebookRow
from grader.messages import Lang, say
from grader.notebooks.annotate import marking_notebook
from grader.notebooks.build import Notebook
from grader.notebooks.tags import tag_of
from grader.outcome import UnitReport


@dataclass(frozen=True)
class Released:
    """One released unit as nbgrader has to know it."""

    notebook: Notebook
    row: NotebookRow
    digest: str
    """Hash of what both follow from."""

    @property
    def points(self) -> dict[str, float]:
        """Return the points of each graded cell by grade id."""
        return {c.grade_id: c.points for c in self.row.cells if c.points is not None}


def read_released(
    class_dir: Path, bundle: Bundle, units: Sequence[UnitReport], langs: Sequence[Lang]
) -> dict[str, Released]:
    """Return the released notebooks in `source/<bundle>/` by unit.

    Parameters
    ----------
    units
        The units to record: each must have been released, with the points it has now.

    Raises
    ------
    GraderError
        A notebook is missing or damaged, or its points are not the course's.
    """
    folder = class_dir / "source" / bundle.id
    wanted = {unit.row.unit for unit in units}
    found = {}
    for unit in bundle.units:
        path = folder / f"{unit.id}.ipynb"
        if path.is_file() or unit.id in wanted:
            found[unit.id] = _read(path, unit.id, bundle.id, langs)
    for report in units:
        _refuse_points(report, found[report.row.unit], bundle.id)
    return found


def refuse_changes(class_dir: Path, bundle: str, released: Mapping[str, Released]) -> None:
    """Raise if the gradebook holds marks that do not fit the released notebooks.

    Raises
    ------
    GraderError
        A notebook of the bundle in the gradebook was never released, or its graded cells differ
        although there are submissions. Also if the gradebook cannot be read.
    """
    hint = say("gradebook.changed_hint", bundle=bundle)
    for unit, parts in read_parts(class_dir, bundle).items():
        if unit not in released:
            raise GraderError(say("gradebook.unknown_unit", bundle=bundle, unit=unit), hint)
        cells = _differences(parts, released[unit])
        if parts.submissions and cells:
            raise GraderError(
                say("gradebook.cells_changed", bundle=bundle, unit=unit, cells=cells), hint
            )


def _read(path: Path, unit: str, bundle: str, langs: Sequence[Lang]) -> Released:
    try:
        data = path.read_bytes()
        notebook = marking_notebook(data, langs)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in STORAGE_ERRORS:
            raise
        raise GraderError(
            say("gradebook.no_source", path=str(path)),
            say("gradebook.no_source_hint", bundle=bundle),
        ) from None
    digest = hashlib.sha256(b"\0".join((",".join(langs).encode(), data))).hexdigest()
    return Released(notebook, NotebookRow(unit, tuple(_rows(notebook))), digest)


def _rows(notebook: Notebook) -> list[CellRow]:
    rows = []
    for cell in notebook["cells"]:
        tag = tag_of(cell["metadata"])
        if tag is not None:
            rows.append(
                CellRow(
                    grade_id=tag.grade_id,
                    kind=tag.kind,
                    source=cell["source"],
                    checksum=tag.checksum,
                    locked=tag.locked,
                    solution=tag.solution,
                    points=float(tag.points or 0) if tag.grade else None,
                )
            )
    return rows


def _refuse_points(report: UnitReport, released: Released, bundle: str) -> None:
    now = {f"{report.row.unit}-{key}": points for key, points in report.points.items()}
    was = released.points
    for cell in sorted({*now, *was}):
        if Fraction(now.get(cell, 0)) != Fraction(str(was.get(cell, 0))):
            raise GraderError(
                say(
                    "gradebook.points_differ",
                    unit=report.row.unit,
                    key=cell.partition("-")[2],
                    released=f"{was.get(cell, 0):g}",
                    now=now.get(cell, "0"),
                ),
                say("gradebook.points_hint", bundle=bundle),
            )


def _differences(parts: Parts, released: Released) -> str:
    """Return which graded cells differ, with their points then and now; "" if none."""
    cells = sorted({*parts.points, *released.points})
    return ", ".join(
        f"{cell.partition('-')[2] or cell} {_points(then)} → {_points(now)}"
        for cell in cells
        if (then := parts.points.get(cell)) != (now := released.points.get(cell))
    )


def _points(points: float | None) -> str:
    return "–" if points is None else f"{points:g}"
