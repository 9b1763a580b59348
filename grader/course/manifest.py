"""A released bundle on a student's disk: its manifest, and how it reads as a course."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec

from grader.course.layout import NAME, key_of
from grader.course.records import Bundle, Course, Feedback, Limits, Rule, Track, Unit
from grader.errors import CourseError
from grader.messages import Lang, say
from grader.outcome import Key, Record, Text

MANIFEST = "manifest.json"
_POINTS = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")
"""What `manifest_unit` writes. A Fraction is also made of "1e999999999", and takes hours to be."""


class ManifestUnit(Record, frozen=True):
    """One unit as a released bundle describes it: what its public checks need, nothing secret."""

    id: str
    title: Text
    track: Track
    minutes: int
    points: dict[Key, str]
    entry_points: tuple[str, ...]
    rules: tuple[Rule, ...]
    limits: Limits


class Manifest(Record, frozen=True):
    """`manifest.json` of a released bundle."""

    course: Text
    bundle: str
    title: Text
    release: str
    languages: tuple[Lang, ...]
    units: tuple[ManifestUnit, ...]
    files: dict[str, str]
    """Name in the zip -> sha256."""
    grader: str
    """The version of this package that made it."""


def find_bundle_root(start: Path) -> Path | None:
    """Return the nearest folder at or above `start` that a released bundle was unpacked to."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / MANIFEST).is_file() and (folder / "checks").is_dir():
            return folder
    return None


def manifest_unit(unit: Unit) -> ManifestUnit:
    """Return what a bundle may say about a unit."""
    return ManifestUnit(
        id=unit.id,
        title=unit.title,
        track=unit.track,
        minutes=unit.minutes,
        points={key: str(points) for key, points in unit.points.items()},
        entry_points=unit.entry_points,
        rules=unit.rules,
        limits=unit.limits,
    )


def load_bundle(root: Path) -> Course:
    """Read an unpacked bundle as a course of one bundle with public checks only.

    Raises
    ------
    CourseError
        The manifest is damaged.
    """
    root = root.resolve()
    path = root / MANIFEST
    try:
        file = msgspec.json.decode(path.read_bytes(), type=Manifest)
        units = tuple(_unpacked(u, file.bundle, root) for u in file.units)
    except (msgspec.DecodeError, OSError, ValueError) as error:
        raise CourseError(path, key_of(error), say("course.toml", detail=str(error))) from None
    bundle = Bundle(file.bundle, file.title, "", "", units, root)
    return Course(root, file.course, file.languages, (), (), (bundle,))


def _unpacked(unit: ManifestUnit, bundle: str, root: Path) -> Unit:
    if NAME.match(unit.id) is None:
        raise ValueError(f"no unit has the id {unit.id!r}")  # it becomes a folder name
    return Unit(
        id=unit.id,
        bundle=bundle,
        title=unit.title,
        track=unit.track,
        minutes=unit.minutes,
        points={key: _points(text) for key, text in unit.points.items()},
        entry_points=unit.entry_points,
        rules=unit.rules,
        limits=unit.limits,
        feedback=Feedback(),
        public=root / "checks" / unit.id,
        secret=root / "solutions" / unit.id,
    )


def _points(text: str) -> Fraction:
    if _POINTS.fullmatch(text) is None:
        raise ValueError(f"no points: {text[:20]!r}")
    return Fraction(text)
