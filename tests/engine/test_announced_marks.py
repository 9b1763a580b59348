"""A class graded end to end: everybody gets what the fixture they handed in announces."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from grader.course import Bundle, Course, Unit, load_course
from grader.engine.classroom import Classroom
from grader.engine.demo import hand_in, handed_in, students
from grader.engine.export import export_bundle
from grader.engine.fixtures import Fixture, automatic_keys
from grader.engine.grade import Grader, grade_bundle
from grader.engine.publish import publish
from grader.engine.release import release_bundle
from grader.gradebook import marks as book
from grader.outcome import Key, Status

ROOT = Path(__file__).parents[2]
PILOT, SIZE = "b4_cost_of_parallelism", 60

Place = tuple[str, str, Key]
"""A student, a unit, a key."""


def graded(folder: Path, grader: Grader, bundle: Bundle, size: int) -> Classroom:
    """Return a class to which a bundle was released and which was graded."""
    classroom = Classroom.create(folder / "class", grader.course.root)
    released = release_bundle(
        classroom,
        bundle,
        grader,
        folder / "handout",
        langs=("zh", "en"),
        tracks=tuple({unit.track for unit in bundle.units}),
        today=dt.date(2026, 11, 30),
    )
    assert released.findings == ()
    hand_in(classroom, bundle, happened={}, ids=students(size))
    _, reports = grade_bundle(classroom, bundle, grader)
    publish(classroom, grader.course, bundle, reports)
    return classroom


def expected(unit: Unit, fixture: Fixture) -> Iterator[tuple[Key, str, Fraction | None]]:
    """Yield for each key the verdict, and the points where they follow from the fixture."""
    for key in automatic_keys(unit):
        if fixture.expected is None:  # the stub
            yield key, Status.UNANSWERED.value, Fraction(0)
            continue
        said = fixture.expected[key]
        if said.points:
            yield key, said.status.value, Fraction(said.points)
        else:
            passed = said.status is Status.PASSED
            yield key, said.status.value, unit.points[key] if passed else None


def differences(classroom: Classroom, course: Course, bundle: Bundle, size: int) -> list[str]:
    """Return what the exported points or the gradebook have otherwise than announced."""
    rows = {(r.student, r.unit, r.key): r for r in export_bundle(classroom, course, bundle).rows}
    scores = book.read_marks(classroom.folder, bundle.id)
    found: list[str] = []
    for unit in bundle.units:
        for student, fixture in zip(students(size), handed_in(unit, size), strict=True):
            for key, status, points in expected(unit, fixture):
                row = rows[student, unit.id, key]
                wanted = row.points if points is None else points
                if (row.status, Fraction(row.points)) != (status, Fraction(wanted)):
                    came = f"{row.status} {row.points}"
                    found.append(f"{unit.id} {fixture.name}: {came}, not {status} {wanted}")
                score = scores[student, unit.id, f"{unit.id}-{key}"].auto
                if score is None or abs(score - float(row.points)) > 1e-9:
                    found.append(f"{student} {unit.id} {key}: {score} in the gradebook")
    return found


def test_the_tiny_class(tiny: Course, tiny_grader: Grader, tmp_path: Path) -> None:
    (bundle,) = tiny.bundles
    size = 2 + max(len(unit.fixtures) for unit in bundle.units)
    classroom = graded(tmp_path, tiny_grader, bundle, size)
    assert differences(classroom, tiny, bundle, size) == []


@pytest.mark.long
def test_a_class_of_the_pilot(best_rung: str, tmp_path: Path) -> None:
    course = load_course(ROOT)
    bundle = course.bundle(PILOT)
    with Grader(course, best_rung) as grader:
        classroom = graded(tmp_path, grader, bundle, SIZE)
    assert differences(classroom, course, bundle, SIZE) == []
