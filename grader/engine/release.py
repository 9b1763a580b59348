"""`grader release`: validate a bundle under its own secret salt, build notebooks, write the zip.

The salt is drawn once per class and bundle; a later release keeps it, so that results already
graded stay comparable. What goes into the zip is listed in `notebooks.bundle` and checked again
by opening it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course import Bundle, Course, Manifest, Unit, manifest_unit
from grader.engine.classroom import Classroom, ReleaseEntry, ReleaseFile
from grader.engine.demands import Finding
from grader.engine.grade import Grader, Progress
from grader.engine.validate import validate_units
from grader.engine.worker import DeclaredCheck
from grader.errors import CourseError, UsageError
from grader.files import write_atomically
from grader.messages import Lang, say
from grader.notebooks.audit import audit_bundle
from grader.notebooks.build import build_notebook, dumps
from grader.notebooks.bundle import write_bundle
from grader.notebooks.wheel import build_wheel
from grader.outcome import AUTOMATIC_KEYS, Key, Text
from grader.scaffold import MARK, marks_of


@dataclass(frozen=True)
class Released:
    """What a release came to: the zip, or the findings that forbid it."""

    entry: ReleaseEntry | None
    path: Path | None
    findings: tuple[Finding, ...] = ()


def release_bundle(
    classroom: Classroom,
    bundle: Bundle,
    grader: Grader,
    out: Path,
    *,
    langs: Sequence[Lang],
    tracks: Sequence[str] = (),
    today: dt.date,
    progress: Progress = lambda done, all_, what: None,
) -> Released:
    """Release `bundle` to a class: notebooks into its `source/`, the zip into `out`.

    Parameters
    ----------
    langs
        Languages of the notebooks; both for one notebook in two languages.
    tracks
        Tracks to hand out; empty for the course's default.
    today
        The day that names the release.

    Raises
    ------
    UsageError
        No unit is in the chosen tracks.
    CourseError
        The zip would hold something secret.
    """
    course = grader.course
    chosen = tuple(tracks) or course.default_tracks
    units = [u for u in bundle.units if u.track in chosen]
    if not units:
        why = say("release.no_units", bundle=bundle.id, tracks=", ".join(chosen))
        raise UsageError(why)
    file = classroom.release_or_new(bundle.id)
    if unfinished := tuple(_unwritten(course, units)):
        return Released(None, None, unfinished)
    findings = validate_units(course, units, grader, (file.salt,), progress)
    if findings:
        return Released(None, None, findings)
    release_id = _release_id(file, today)
    notebooks = dict(_notebooks(units, grader, langs, release_id))
    path = out / f"{bundle.id}-{release_id}.zip"
    out.mkdir(parents=True, exist_ok=True)
    write_bundle(
        path, units, notebooks, build_wheel(), _manifest(course, bundle, units, langs, release_id)
    )
    audit_bundle(path, course.root)
    entry = ReleaseEntry(
        id=release_id,
        units=tuple(u.id for u in units),
        languages=tuple(langs),
        sha256=_sha256(path.read_bytes()),
        notebooks={name: _sha256(data) for name, data in notebooks.items()},
    )
    source = classroom.folder / "source" / bundle.id
    source.mkdir(parents=True, exist_ok=True)
    for name, data in notebooks.items():
        write_atomically(source / f"{name}.ipynb", data)
    classroom.add_release(file, entry)
    return Released(entry, path)


def _unwritten(course: Course, units: Sequence[Unit]) -> Iterator[Finding]:
    """Yield the places of a scaffold nobody has filled in: such a unit validates all the same."""
    for unit in units:
        for mark in marks_of(unit):
            where = mark.path.relative_to(course.root).as_posix()
            why = say("validate.mark", file=where, line=mark.line, count=mark.count, mark=MARK)
            yield Finding(unit.id, "unwritten", why)


def sentences(checks: Sequence[DeclaredCheck]) -> dict[Key, list[Text]]:
    """Return the sentences of a unit's checks by key, public ones first, each once."""
    ordered = sorted(checks, key=lambda c: not c.public)
    found: dict[Key, list[Text]] = {}
    for key in AUTOMATIC_KEYS:
        titles = dict.fromkeys((c.title.zh, c.title.en) for c in ordered if c.key == key)
        if titles:
            found[key] = [Text(*title) for title in titles]
    return found


def _notebooks(
    units: Sequence[Unit], grader: Grader, langs: Sequence[Lang], release_id: str
) -> Iterator[tuple[str, bytes]]:
    for unit, reply in grader.describe(units):
        if reply.failed is not None:
            raise CourseError(unit.public, "", reply.failed)
        public = {c.key for c in reply.checks if c.public}
        notebook = build_notebook(
            unit,
            langs,
            sentences(reply.checks),
            public,
            release_id,
            statement=unit is units[-1],
        )
        yield unit.id, dumps(notebook)


def _manifest(
    course: Course, bundle: Bundle, units: Sequence[Unit], langs: Sequence[Lang], release_id: str
) -> Manifest:
    from grader import __version__

    return Manifest(
        course=course.title,
        bundle=bundle.id,
        title=bundle.title,
        release=release_id,
        languages=tuple(langs),
        units=tuple(manifest_unit(u) for u in units),
        files={},
        grader=__version__,
    )


def _release_id(file: ReleaseFile, today: dt.date) -> str:
    """Return a calendar version: 2026.11.30, then 2026.11.30.2 for a second one that day."""
    day = f"{today:%Y.%m.%d}"
    same = sum(entry.id == day or entry.id.startswith(f"{day}.") for entry in file.release)
    return day if not same else f"{day}.{same + 1}"


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
