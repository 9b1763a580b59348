"""What a verdict depends on, as hashes: the files of a unit, what they import, our own source.

Imports are followed in the source text; nothing is executed. A file that is imported by a computed
name is not seen, so checks import by name only.
"""

from __future__ import annotations

import ast
import hashlib
import platform
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from grader.course import Unit

LIBRARIES = (
    "numpy",
    "numba",
    "llvmlite",
    "greenlet",
    "hypothesis",
    "pytest",
    "msgspec",
    "ipython",
)
VERDICT_PARTS = (
    "box",
    "checks",
    "course",
    "engine/judge.py",
    "engine/rehearsals.py",
    "engine/worker.py",
    "gradebook/score.py",
    "errors.py",
    "outcome.py",
)
"""What of our own source decides a verdict. Reading a notebook is in the job itself, and how a
verdict is worded or shown may change without judging a class again."""
TREES = ("assignments", "solutions", "reference", "checks")
"""Folders of a course, and of an unpacked bundle, that checks import from."""


def hash_parts(parts: Iterable[bytes]) -> str:
    """Return the sha256 of parts, each preceded by its length so that they cannot run together."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def hash_files(paths: Iterable[Path], root: Path) -> str:
    """Return one hash over the names (relative to `root`) and contents of files."""
    parts: list[bytes] = []
    for path in sorted(paths):
        parts += [path.relative_to(root).as_posix().encode(), path.read_bytes()]
    return hash_parts(parts)


def unit_fingerprint(unit: Unit, root: Path) -> str:
    """Return the hash of all that the checks of a unit are made of."""
    files = set(imported_files(unit.check_files, root))
    if unit.given is not None:
        files.add(unit.given)
    declared = repr((unit.id, unit.points, unit.entry_points, unit.rules, unit.limits))
    return hash_parts([hash_files(files, root).encode(), declared.encode()])


@cache
def grader_fingerprint() -> str:
    """Return the hash of our own source and of the libraries that decide values."""
    package = Path(__file__).parents[1]
    files = [
        file
        for part in VERDICT_PARTS
        for file in ([package / part] if part.endswith(".py") else (package / part).rglob("*.py"))
    ]
    versions = [f"{name}={version(name)}" for name in LIBRARIES]
    versions.append(f"python={platform.python_version()}-{platform.machine()}")
    return hash_parts([hash_files(files, package).encode(), *(v.encode() for v in versions)])


def imported_files(files: Iterable[Path], root: Path) -> Iterator[Path]:
    """Yield `files` and every course file they import, directly or not."""
    seen: set[Path] = set()
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        yield path
        for module in _imports(path, root):
            waiting += _files_of(module, root)


def _imports(path: Path, root: Path) -> Iterator[str]:
    package = path.relative_to(root).parent.as_posix().replace("/", ".")
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, *([base] if base else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _files_of(module: str, root: Path) -> list[Path]:
    """Return the file of a dotted name and the package files above it; none if not the course's."""
    if module.split(".")[0] not in TREES:
        return []
    parts = module.split(".")
    found = [
        package
        for i in range(1, len(parts) + 1)
        if (package := root.joinpath(*parts[:i], "__init__.py")).is_file()
    ]
    file = root.joinpath(*parts).with_suffix(".py")
    return [*found, file] if file.is_file() else found
