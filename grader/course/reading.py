"""Reads a course from its folders. Discovery is by folder; nothing of the course is executed."""

from __future__ import annotations

import keyword
from fractions import Fraction
from pathlib import Path

import msgspec

from grader.course.layout import NAME, demand, read_toml
from grader.course.manifest import MANIFEST, load_bundle
from grader.course.records import (
    Bundle,
    Course,
    Feedback,
    Limits,
    Rule,
    Track,
    Unit,
)
from grader.errors import CourseError
from grader.messages import LANGS, Lang, say
from grader.outcome import Key, Record, Text

_MOST = 1_000_000_000
"""Of minutes, points and limits: a hexadecimal number in TOML may have any number of digits, and
nothing later could print or use it."""


class _CourseFile(Record, frozen=True):
    title: Text
    languages: tuple[Lang, ...] = LANGS
    default_tracks: tuple[Track, ...] = ("core",)
    limits: Limits = Limits()
    feedback: Feedback = Feedback()
    plugins: tuple[str, ...] = ()


class _BundleFile(Record, frozen=True):
    title: Text
    units: tuple[str, ...] = ()
    opens: str = ""
    due: str = ""
    feedback: Feedback | None = None


class _LimitChanges(Record, frozen=True):
    cpu_s: float | None = None
    cell_cpu_s: float | None = None
    unit_cpu_s: float | None = None
    memory_mb: int | None = None
    threads: int | None = None
    output_kb: int | None = None
    disk_mb: int | None = None


class _UnitFile(Record, frozen=True):
    title: Text
    track: Track
    minutes: int
    points: dict[Key, int | float]
    entry_points: tuple[str, ...]
    rules: tuple[Rule, ...] = ()
    limits: _LimitChanges = _LimitChanges()


def find_course_root(start: Path) -> Path | None:
    """Return the nearest folder at or above `start` that holds `assignments/course.toml`.

    None where there is none, and where `start` cannot be the name of a folder.
    """
    try:
        start = start.resolve()
        for folder in (start, *start.parents):
            if (folder / "assignments" / "course.toml").is_file():
                return folder
    except (OSError, RuntimeError, ValueError):
        return None  # too long, a loop of links, a null byte
    return None


def load_course(root: Path) -> Course:
    """Read the course at `root`, which may be an unpacked bundle.

    Raises
    ------
    CourseError
        A file is missing, has an unknown key, a wrong type or a value out of range.
    """
    root = root.resolve()
    if (root / MANIFEST).is_file():
        return load_bundle(root)
    assignments = root / "assignments"
    file = _read_course_file(assignments / "course.toml")
    folders = sorted(p.parent for p in assignments.glob("*/bundle.toml"))
    bundles = tuple(_load_bundle(folder, root, file) for folder in folders)
    seen: dict[str, Path] = {}
    for unit in (u for b in bundles for u in b.units):
        if unit.id in seen:
            expected = say("course.unit_twice", other=str(seen[unit.id]))
            raise CourseError(unit.public / "unit.toml", unit.id, expected)
        seen[unit.id] = unit.public
    return Course(
        root=root,
        title=file.title,
        languages=file.languages,
        default_tracks=file.default_tracks,
        plugins=file.plugins,
        bundles=bundles,
    )


def _read_course_file(path: Path) -> _CourseFile:
    file = read_toml(path, _CourseFile)
    languages = file.languages
    once = bool(languages) and len(set(languages)) == len(languages)
    demand(once, path, "languages", "course.repeated")
    _demand_limits(path, msgspec.structs.asdict(file.limits))
    return file


def _load_bundle(folder: Path, root: Path, course: _CourseFile) -> Bundle:
    path = folder / "bundle.toml"
    file = read_toml(path, _BundleFile)
    demand(NAME.match(folder.name) is not None, path, folder.name, "course.folder_name")
    present = {p.parent.name for p in folder.glob("*/unit.toml")}
    for name in file.units:
        demand(name in present, path, f"units: {name}", "course.unit_missing")
    demand(len(set(file.units)) == len(file.units), path, "units", "course.repeated")
    order = [*file.units, *sorted(present - set(file.units))]
    feedback = file.feedback or course.feedback
    units = tuple(_load_unit(folder / n, root, course.limits, feedback) for n in order)
    return Bundle(folder.name, file.title, file.opens, file.due, units, folder)


def _load_unit(folder: Path, root: Path, limits: Limits, feedback: Feedback) -> Unit:
    path = folder / "unit.toml"
    file = read_toml(path, _UnitFile)
    demand(NAME.match(folder.name) is not None, path, folder.name, "course.folder_name")
    demand(1 <= file.minutes <= _MOST, path, "minutes", "course.minutes")
    demand(bool(file.points), path, "points", "course.no_points")
    for key, value in file.points.items():
        in_cents = 0 < value <= _MOST and (Fraction(str(value)) * 100).denominator == 1
        demand(in_cents, path, f"points.{key}", "course.points")
    names = file.entry_points
    demand(bool(names) and len(set(names)) == len(names), path, "entry_points", "course.repeated")
    for name in names:
        usable = name.isidentifier() and not keyword.iskeyword(name)
        demand(usable, path, f"entry_points: {name}", "course.identifier")
    return Unit(
        id=folder.name,
        bundle=folder.parent.name,
        title=file.title,
        track=file.track,
        minutes=file.minutes,
        points={key: Fraction(str(value)) for key, value in file.points.items()},
        entry_points=names,
        rules=file.rules,
        limits=_merge(path, limits, file.limits),
        feedback=feedback,
        public=folder,
        secret=root / "solutions" / folder.parent.name / folder.name,
    )


def _merge(path: Path, limits: Limits, changes: _LimitChanges) -> Limits:
    changed = {k: v for k, v in msgspec.structs.asdict(changes).items() if v is not None}
    _demand_limits(path, changed)
    return msgspec.structs.replace(limits, **changed)


def _demand_limits(path: Path, limits: dict[str, float]) -> None:
    for name, value in limits.items():
        demand(0 < value <= _MOST, path, f"limits.{name}", "course.positive")
