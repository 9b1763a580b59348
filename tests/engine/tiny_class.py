"""A class of the tiny course: four students whose marks are known."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from grader.course import Course
from grader.engine.classroom import Classroom
from grader.engine.demo import answered
from grader.engine.fixtures import unit_fixtures
from grader.engine.grade import Grader
from grader.engine.release import release_bundle

BUNDLE = "b1_rooms"
WORKS = {
    "honest": {"u1_rooms": "solution", "u2_counter": "solution"},
    "right": {"u1_rooms": "right/by_comparison", "u2_counter": "right/vectorised"},
    "stub": {"u1_rooms": "stub", "u2_counter": "stub"},
    "wrong": {"u1_rooms": "wrong/always_large", "u2_counter": "wrong/shared_counts"},
}
"""Student -> unit -> the fixture they hand in."""


def released_class(folder: Path, grader: Grader) -> Classroom:
    """Return a class to which the tiny bundle was released."""
    classroom = Classroom.create(folder / "class", grader.course.root)
    released = release_bundle(
        classroom,
        grader.course.bundle(BUNDLE),
        grader,
        folder / "handout",
        langs=("zh", "en"),
        today=dt.date(2026, 11, 30),
    )
    assert released.findings == ()
    return classroom


def hand_in(classroom: Classroom, course: Course) -> None:
    """Write every student's notebooks."""
    for student, works in WORKS.items():
        for unit_id, name in works.items():
            fixture = next(f for f in unit_fixtures(course.unit(unit_id)) if f.name == name)
            blank = (classroom.folder / "source" / BUNDLE / f"{unit_id}.ipynb").read_bytes()
            target = classroom.folder / "submitted" / student / BUNDLE / f"{unit_id}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(answered(blank, fixture))
