"""What people gave in the gradebook, as reports read it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import get_args

from grader.checks.shares import decimal
from grader.gradebook import marks as book
from grader.outcome import Key
from grader.report.standing import Mark, Marks


def given_marks(class_dir: Path, bundle: str) -> Marks:
    """Return the marks that a person gave for keys of a bundle; none without a gradebook.

    Raises
    ------
    GraderError
        The gradebook cannot be read.
    """
    keys: tuple[Key, ...] = get_args(Key)
    ours = {f"-{key}": key for key in keys}
    found: dict[tuple[str, str, Key], Mark] = {}
    for (student, unit, cell), mark in book.read_marks(class_dir, bundle).items():
        key = ours.get(cell.removeprefix(unit))
        if key is not None and mark.points is not None and _by_person(mark):
            # A float of the database: 3.3 is meant as 3.3.
            points = decimal(Fraction(str(mark.points)))
            found[student, unit, key] = Mark(points, mark.comment or "")
    return found


def _by_person(mark: book.Mark) -> bool:
    return mark.manual is not None or bool(mark.extra)
