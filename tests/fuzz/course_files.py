"""An author's files as a fuzzer varies them: a course or a CourseError, and nothing else."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from grader.course import Manifest, Unit, load_course, manifest_unit
from grader.engine.classroom import ClassFile, Classroom, ReleaseEntry, ReleaseFile
from grader.engine.equivalents import read_equivalents
from grader.errors import CourseError
from grader.messages import LANGS
from grader.outcome import Text
from tests.fuzz.notebooks import TINY

FOLDER = "b1_rooms/u1_rooms"
MUTANTS = '[[equivalent]]\nfunction = "f"\nbefore = """a\n"""\nafter = \'b\'\nwhy = "c"\n'
ODD_TOML = """\
minutes = 0x_1F
a.b."c d" = [1, 2.5e3, inf, -nan, 0o17, 1979-05-27T07:32:00.5+08:00, 07:32:00, {x = "\\u6838"}]
[[t]]
[t.u]
"""


class _File(NamedTuple):
    """One file that is read, and what reads it."""

    path: str
    read: Callable[[Path], object]


FILES = (
    _File("assignments/course.toml", load_course),
    _File("assignments/b1_rooms/bundle.toml", load_course),
    _File(f"assignments/{FOLDER}/unit.toml", load_course),
    _File(f"solutions/{FOLDER}/mutants.toml", lambda root: read_equivalents(_unit(root))),
    _File("class/class.toml", lambda root: Classroom(root / "class").course()),
    _File(
        "class/releases/b1_rooms.toml", lambda root: Classroom(root / "class").release("b1_rooms")
    ),
    _File("bundle/manifest.json", lambda root: load_course(root / "bundle")),
)


def seeds() -> Iterator[bytes]:
    """Yield each file as it is; the first byte says which it is."""
    for number, file in enumerate(FILES):
        yield bytes([number]) + _honest()[file.path]
        yield bytes([number]) + ODD_TOML.encode()
        yield bytes([number]) + b"a = [[[[[[[[1]]]]]]]]\n"


def course_file(data: bytes) -> None:
    """Read `data` as the file that its first byte chooses, in an otherwise honest course."""
    if not data:
        return
    file = FILES[data[0] % len(FILES)]
    root, path = _root(), _root() / file.path
    path.write_bytes(data[1:])
    try:
        file.read(root)
    except CourseError as error:
        told = error
    else:
        return
    finally:
        path.write_bytes(_honest()[file.path])
    assert all(str(told.path) in told.text(lang) for lang in LANGS)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is removed with the process."""
    return tempfile.TemporaryDirectory()


@cache
def _root() -> Path:
    """Return the root of an honest course with a class and a bundle."""
    root = Path(_folder().name).resolve()
    shutil.copytree(TINY, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name, data in _honest().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def _unit(root: Path) -> Unit:
    return load_course(root).unit("u1_rooms")


@cache
def _honest() -> dict[str, bytes]:
    course = load_course(TINY)
    bundle = course.bundles[0]
    units = tuple(map(manifest_unit, bundle.units))
    files = {"u1_rooms.ipynb": "0" * 64}
    text = Text("一", "a")
    manifest = Manifest(text, bundle.id, text, "r", ("zh", "en"), units, files, "0.1.0")
    entry = ReleaseEntry("r", ("u1_rooms",), ("zh",), "0" * 64, {"u1_rooms": "0" * 64})
    names = [file.path for file in FILES[:3]]
    return {name: (TINY / name).read_bytes() for name in names} | {
        FILES[3].path: MUTANTS.encode(),
        FILES[4].path: msgspec.toml.encode(ClassFile(course="..", name="class")),
        FILES[5].path: msgspec.toml.encode(ReleaseFile("b1_rooms", "5a17", (entry,))),
        FILES[6].path: msgspec.json.encode(manifest),
    }
