"""A course on disk, read into frozen records: `assignments/` and its secret twin `solutions/`.

Discovery is by folder: a folder with a `bundle.toml` is a bundle, a folder in it with a
`unit.toml` is a unit; there is no registry. Every TOML file is decoded strictly, so a misspelt key
is a `CourseError` that names file and key. A unit carries its own folders, so that a course may
one day take units from another one. Reading runs none of the course's code.
"""

from __future__ import annotations

import difflib
import keyword
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from grader.errors import CourseError, UsageError
from grader.messages import LANGS, Lang, say
from grader.outcome import Key, Record, Text

Track = Literal["core", "practice", "stretch"]
Rule = Literal["TRACE", "NOLIB", "POISON", "FROZEN", "LRU", "MEM", "SIM"]
ShowExpected = Literal["always", "public", "never"]
MANIFEST = "manifest.json"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")


class Limits(Record, frozen=True):
    """What one submission of one unit may use. CPU time decides, wall time only guards."""

    cpu_s: float = 10.0
    """CPU seconds of one call, compilation included."""
    cell_cpu_s: float = 60.0
    """CPU seconds of one notebook cell."""
    memory_mb: int = 1024
    """MiB beyond what Python, numpy and numba themselves take."""
    threads: int = 64
    output_kb: int = 1024
    """KiB printed by one submission."""
    disk_mb: int = 64
    """MiB written to the private folder."""


class Feedback(Record, frozen=True):
    """How much a failed hidden check tells the student; public checks always tell everything."""

    show_inputs: bool = True
    show_expected: ShowExpected = "always"


class Late(Record, frozen=True):
    """What lateness costs: `percent_per_day` of a bundle's points, nothing in the grace time."""

    percent_per_day: float = 0.0
    grace_minutes: int = 0


class _CourseFile(Record, frozen=True):
    title: Text
    languages: tuple[Lang, ...] = LANGS
    default_tracks: tuple[Track, ...] = ("core",)
    limits: Limits = Limits()
    feedback: Feedback = Feedback()
    late: Late = Late()
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


class Unit(msgspec.Struct, frozen=True):
    """One question or coding task, with its folders."""

    id: str
    bundle: str
    title: Text
    track: Track
    minutes: int
    points: dict[Key, Fraction]
    entry_points: tuple[str, ...]
    rules: tuple[Rule, ...]
    limits: Limits
    feedback: Feedback
    public: Path
    """`assignments/<bundle>/<unit>`."""
    secret: Path
    """`solutions/<bundle>/<unit>`; may be missing in a public checkout."""

    @property
    def fixtures(self) -> tuple[Path, ...]:
        """Return the files of `wrong/` and `right/`, sorted."""
        return self.wrong + self.right

    @property
    def wrong(self) -> tuple[Path, ...]:
        """Return the named wrong submissions, sorted."""
        return tuple(sorted((self.secret / "wrong").glob("*.py")))

    @property
    def right(self) -> tuple[Path, ...]:
        """Return the unusual right submissions, sorted."""
        return tuple(sorted((self.secret / "right").glob("*.py")))

    @property
    def check_files(self) -> tuple[Path, ...]:
        """Return the files that hold checks: public first, then hidden, as far as they exist."""
        files = (self.public / "test_public.py", self.secret / "test_hidden.py")
        return tuple(path for path in files if path.is_file())

    @property
    def given(self) -> Path | None:
        """Return the public code that the unit hands out, or None."""
        path = self.public / "given.py"
        return path if path.is_file() else None

    def prompt(self, lang: str) -> Path:
        """Return the prompt file of one language."""
        return self.public / f"prompt.{lang}.md"


class Bundle(msgspec.Struct, frozen=True):
    """Units released together, in the order students see them."""

    id: str
    title: Text
    opens: str
    due: str
    units: tuple[Unit, ...]
    folder: Path


class Course(msgspec.Struct, frozen=True):
    """A whole course."""

    root: Path
    title: Text
    languages: tuple[Lang, ...]
    default_tracks: tuple[Track, ...]
    late: Late
    plugins: tuple[str, ...]
    bundles: tuple[Bundle, ...]

    @property
    def units(self) -> Iterator[Unit]:
        """Yield every unit, bundle by bundle."""
        for bundle in self.bundles:
            yield from bundle.units

    def bundle(self, name: str) -> Bundle:
        """Return the bundle `name`: its whole id or its first word (`b4`). UsageError if none."""
        return _find(name, {b.id: b for b in self.bundles}, "usage.no_bundle")

    def unit(self, name: str) -> Unit:
        """Return the unit `name`: its whole id or its first word (`q13`). UsageError if none."""
        return _find(name, {u.id: u for u in self.units}, "usage.no_unit")


def find_course_root(start: Path) -> Path | None:
    """Return the nearest folder at or above `start` that holds `assignments/course.toml`."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "assignments" / "course.toml").is_file():
            return folder
    return None


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
    except (msgspec.DecodeError, OSError, ValueError, ZeroDivisionError) as error:
        raise CourseError(path, _key_of(error), say("course.toml", detail=str(error))) from None
    bundle = Bundle(file.bundle, file.title, "", "", units, root)
    return Course(root, file.course, file.languages, (), Late(), (), (bundle,))


def _unpacked(unit: ManifestUnit, bundle: str, root: Path) -> Unit:
    if NAME.match(unit.id) is None:
        raise ValueError(f"no unit has the id {unit.id!r}")  # it becomes a folder name
    return Unit(
        id=unit.id,
        bundle=bundle,
        title=unit.title,
        track=unit.track,
        minutes=unit.minutes,
        points={key: Fraction(points) for key, points in unit.points.items()},
        entry_points=unit.entry_points,
        rules=unit.rules,
        limits=unit.limits,
        feedback=Feedback(),
        public=root / "checks" / unit.id,
        secret=root / "solutions" / unit.id,
    )


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
        late=file.late,
        plugins=file.plugins,
        bundles=bundles,
    )


def _read_course_file(path: Path) -> _CourseFile:
    file = _read(path, _CourseFile)
    languages, late = file.languages, file.late
    once = bool(languages) and len(set(languages)) == len(languages)
    _demand(once, path, "languages", "course.repeated")
    _demand(0 <= late.percent_per_day <= 100, path, "late.percent_per_day", "course.late")
    _demand(late.grace_minutes >= 0, path, "late.grace_minutes", "course.late")
    _demand_limits(path, msgspec.structs.asdict(file.limits))
    return file


def _load_bundle(folder: Path, root: Path, course: _CourseFile) -> Bundle:
    path = folder / "bundle.toml"
    file = _read(path, _BundleFile)
    _demand(NAME.match(folder.name) is not None, path, folder.name, "course.folder_name")
    present = {p.parent.name for p in folder.glob("*/unit.toml")}
    for name in file.units:
        _demand(name in present, path, f"units: {name}", "course.unit_missing")
    _demand(len(set(file.units)) == len(file.units), path, "units", "course.repeated")
    order = [*file.units, *sorted(present - set(file.units))]
    feedback = file.feedback or course.feedback
    units = tuple(_load_unit(folder / n, root, course.limits, feedback) for n in order)
    return Bundle(folder.name, file.title, file.opens, file.due, units, folder)


def _load_unit(folder: Path, root: Path, limits: Limits, feedback: Feedback) -> Unit:
    path = folder / "unit.toml"
    file = _read(path, _UnitFile)
    _demand(NAME.match(folder.name) is not None, path, folder.name, "course.folder_name")
    _demand(file.minutes >= 1, path, "minutes", "course.minutes")
    _demand(bool(file.points), path, "points", "course.no_points")
    for key, value in file.points.items():
        in_cents = 0 < value < math.inf and (Fraction(str(value)) * 100).denominator == 1
        _demand(in_cents, path, f"points.{key}", "course.points")
    names = file.entry_points
    _demand(bool(names) and len(set(names)) == len(names), path, "entry_points", "course.repeated")
    for name in names:
        usable = name.isidentifier() and not keyword.iskeyword(name)
        _demand(usable, path, f"entry_points: {name}", "course.identifier")
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
        _demand(0 < value < math.inf, path, f"limits.{name}", "course.positive")


T = TypeVar("T")


def _read(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise CourseError(path, "", say("course.file_missing")) from None
    except (msgspec.DecodeError, OSError, UnicodeDecodeError) as error:
        raise CourseError(path, _key_of(error), say("course.toml", detail=str(error))) from None


def _key_of(error: Exception) -> str:
    """Return the key that an error of msgspec is about, "" if it names none.

    It says "Object contains unknown field `cpu` - at `$.limits`" and "Invalid enum value 'exx' -
    at `key` in `$.points`".
    """
    text = str(error)
    path = re.search(r"`\$\.?([^`]*)`", text)
    name = re.search(r"field `([^`]*)`|value '([^']*)' - at `key`", text)
    parts = (path and path[1], name and (name[1] or name[2]))
    return ".".join(part for part in parts if part)


def _demand(holds: bool, path: Path, key: str, message_id: str) -> None:
    if not holds:
        raise CourseError(path, key, say(message_id))


def _find(name: str, known: dict[str, T], message_id: str) -> T:
    if name in known:
        return known[name]
    short = [full for full in known if full.split("_")[0] == name]
    if len(short) == 1:
        return known[short[0]]
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.4) or sorted(known)
    raise UsageError(say(message_id, name=name), say("usage.known", names=", ".join(near)))
