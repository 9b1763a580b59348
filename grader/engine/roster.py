"""`roster.csv` of a class: who the student ids are, and which group they are in. Optional.

Columns `student` (the folder name under `submitted/`), `name` and `group`; the last two may be
empty or missing. Names stay here and in the gradebook: no job, result, log or box knows them.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.messages import say

ROSTER = "roster.csv"


@dataclass(frozen=True)
class Person:
    """One line of the roster."""

    student: str
    name: str = ""
    group: str = ""


def read_roster(folder: Path) -> dict[str, Person]:
    """Return the people of a class by student id; nobody when there is no roster.

    Raises
    ------
    UsageError
        The file is no UTF-8 CSV, lacks the column `student`, or names a student twice.
    """
    path = folder / ROSTER
    if not path.is_file():
        return {}
    try:
        lines = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig")), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(say("roster.unreadable", path=str(path), why=str(error))) from None
    people: dict[str, Person] = {}
    for number, line in enumerate(lines, 2):
        student = (line.get("student") or "").strip()
        if not student or student in people:
            raise UsageError(say("roster.line", path=str(path), line=number))
        name, group = (line.get("name") or "").strip(), (line.get("group") or "").strip()
        people[student] = Person(student, name, group)
    return people


def in_groups(people: dict[str, Person], groups: tuple[str, ...]) -> tuple[str, ...]:
    """Return the students of `groups`. UsageError for a group that nobody is in."""
    known = sorted({p.group for p in people.values() if p.group})
    for group in groups:
        if group not in known:
            raise UsageError(
                say("roster.no_group", group=group),
                say("usage.known", names=", ".join(known) or "-"),
            )
    return tuple(p.student for p in people.values() if p.group in groups)
