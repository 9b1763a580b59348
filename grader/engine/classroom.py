"""The class folder: nbgrader's layout plus `releases/` and `results/`, and the records in them."""

from __future__ import annotations

import errno
import os
import platform
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from grader.course import Course, find_course_root, load_course
from grader.course.layout import read_toml
from grader.engine.store import ResultStore
from grader.errors import CourseError, UsageError
from grader.files import naming, remove_parts, write_atomically
from grader.messages import Message, say
from grader.outcome import Record

FOLDERS = ("source", "submitted", "autograded", "feedback", "releases", "results")
SALT_BYTES = 16
_LOCK_CHARS = 200


class ClassFile(Record, frozen=True):
    """`class.toml`: which course the class takes; a relative path counts from the class folder."""

    course: str
    name: str = ""


class ReleaseEntry(Record, frozen=True):
    """One release of a bundle: what was handed out."""

    id: str
    units: tuple[str, ...]
    languages: tuple[str, ...]
    sha256: str
    """Of the zip."""
    notebooks: dict[str, str]
    """Unit -> sha256 of its notebook."""


class ReleaseFile(Record, frozen=True):
    """`releases/<bundle>.toml`: the secret salt, kept by later releases, and every release."""

    bundle: str
    salt: str
    release: tuple[ReleaseEntry, ...] = ()


class Classroom:
    """A class on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        if not (self.folder / "class.toml").is_file():
            raise UsageError(
                say("class.none", path=str(folder)), say("class.none_hint", path=str(folder))
            )

    @classmethod
    def create(cls, folder: Path, course_root: Path) -> Classroom:
        """Make the folders of a class; running it again on the same class changes nothing."""
        for name in FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        os.chmod(folder / "releases", 0o700)
        path = folder / "class.toml"
        if not path.exists():
            where = os.path.relpath(course_root.resolve(), folder.resolve())
            data = msgspec.toml.encode(ClassFile(course=where, name=folder.resolve().name))
            write_atomically(path, data)
        config = folder / "nbgrader_config.py"
        if not config.exists():
            write_atomically(config, _nbgrader_config(folder.resolve().name))
        return cls(folder)

    @property
    def name(self) -> str:
        """Return what nbgrader calls the class."""
        return read_toml(self.folder / "class.toml", ClassFile).name or self.folder.name

    @property
    def results(self) -> ResultStore:
        """Return the store of judged jobs."""
        return ResultStore(self.folder / "results")

    @property
    def scripts(self) -> Path:
        """Return the folder with what checks ask of a right submission: secret, safe to delete."""
        return self.folder / ".scripts"

    def course(self, root: Path | None = None) -> Course:
        """Return the course of this class: `root` if given, else what `class.toml` says."""
        if root is not None:
            return load_course(root)
        path = self.folder / "class.toml"
        file = read_toml(path, ClassFile)
        found = find_course_root(self.folder / file.course)
        if found is None:
            raise CourseError(path, "course", say("class.no_course", path=file.course))
        return load_course(found)

    def release(self, bundle: str) -> ReleaseFile:
        """Return the releases of a bundle. UsageError when it was never released here."""
        path = self._release_path(bundle)
        if not path.is_file():
            raise UsageError(
                say("class.not_released", bundle=bundle),
                say("class.not_released_hint", bundle=bundle, path=str(self.folder)),
            )
        return read_toml(path, ReleaseFile)

    def release_or_new(self, bundle: str) -> ReleaseFile:
        """Return the releases of a bundle, or a first one with a fresh secret salt."""
        if self._release_path(bundle).is_file():
            return self.release(bundle)
        return ReleaseFile(bundle=bundle, salt=secrets.token_hex(SALT_BYTES))

    def add_release(self, file: ReleaseFile, entry: ReleaseEntry) -> None:
        """Write a release down, after all earlier ones. The file is readable by the owner only."""
        path = self._release_path(file.bundle)
        whole = ReleaseFile(file.bundle, file.salt, (*file.release, entry))
        write_atomically(path, msgspec.toml.encode(whole))
        os.chmod(path, 0o600)

    def clean(self) -> None:
        """Remove what killed runs left half written; in what was handed in nothing is removed."""
        folders = [
            self.folder,
            *(self.folder / name for name in ("results", "releases", ".scripts")),
        ]
        for name in ("autograded", "feedback"):
            folders += (self.folder / name).glob("*/*")
        for folder in folders:
            remove_parts(folder)

    def students(self, bundle: str) -> tuple[str, ...]:
        """Return the ids of students with a folder for `bundle`, sorted."""
        return tuple(name for name in self._handed_in(bundle) if _is_text(name))

    def unusable_names(self, bundle: str) -> tuple[str, ...]:
        """Return student folders whose name no file or database can hold, shown with escapes.

        Unpacking a zip made on a Chinese Windows leaves names that are not UTF-8.
        """
        names = (name for name in self._handed_in(bundle) if not _is_text(name))
        return tuple(name.encode("utf-8", "backslashreplace").decode() for name in names)

    def _handed_in(self, bundle: str) -> list[str]:
        submitted = self.folder / "submitted"
        with os.scandir(submitted) as entries:
            names = [e.name for e in entries if not e.name.startswith(".")]
        # Unlike Path.is_dir, this takes a folder that may not be entered for one that is not there.
        return sorted(name for name in names if os.path.isdir(submitted / name / bundle))

    @contextmanager
    def locked(self) -> Iterator[tuple[Message, ...]]:
        """Hold the class for this process; yield what the TA should know before it begins.

        The lock saves two runs the same work; nothing is lost without it, since every file is
        written in one step and SQLite guards the gradebook. A file server may offer no locks, or
        keep them to one machine: so the file also names who works here, and is empty when nobody
        does.

        Raises
        ------
        UsageError
            Another process has the class.
        """
        with open(self.folder / ".lock", "a+") as file:
            holds = _lock(file)
            file.seek(0)
            before = file.read(_LOCK_CHARS).strip()
            if holds is False:
                raise UsageError(say("class.locked", who=before or "?"), say("class.locked_hint"))
            here = platform.node() or "?"
            elsewhere = bool(before) and (holds is None or not before.endswith(f" {here}"))
            with naming(self.folder / ".lock"):
                _note(file, f"pid {os.getpid()} {here}\n")
            try:
                yield (say("class.unfinished", who=before),) if elsewhere else ()
            finally:
                _note(file, "")

    def _release_path(self, bundle: str) -> Path:
        return self.folder / "releases" / f"{bundle}.toml"


def _lock(file: TextIO) -> bool | None:
    """Return whether this process has the lock now; None where there is none: some file servers."""
    try:
        import fcntl
    except ModuleNotFoundError:
        return None  # Windows, where what a class was marked can be read and exported
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES):
            return False
        return None
    return True


def _note(file: TextIO, who: str) -> None:
    # Past the buffer: what does not fit on the disk would be tried again when the file is closed.
    os.ftruncate(file.fileno(), 0)
    os.write(file.fileno(), who.encode())


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _nbgrader_config(course_id: str) -> bytes:
    return (
        "# The class is in nbgrader's own layout, so that nbgrader's tools can be used on it:\n"
        "# start `jupyter lab` in this folder and open Formgrader, or run `nbgrader export`.\n"
        "import os\n"
        "\n"
        "c = get_config()  # noqa: F821\n"
        f"c.CourseDirectory.course_id = {course_id!r}\n"
        "c.CourseDirectory.root = os.path.dirname(os.path.abspath(__file__))\n"
    ).encode()
