"""A second look at a finished bundle, for secrets it would give away.

`bundle` copies by an allow list, so nothing should be found. But a prompt may quote a rubric, an
author may paste a solution into a stub, and a bundle cannot be called back. So the zip is opened
again, wheel included, and compared with everything secret by whole files and by long lines.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from grader.errors import CourseError
from grader.messages import say
from grader.notebooks.wrapping import columns

LONG = 40
"""Columns from which a line is telling; shorter ones (`return total`) stand in any code."""

_LEAD = re.compile(r"^[\s#>*+·•-]+")


def audit_bundle(path: Path, root: Path) -> None:
    """Return if the bundle at `path` holds nothing secret of the course at `root`.

    Secret are `solutions/` and `reference/` but its `machines/`. What also stands in a public file
    is no secret, nor is the sentence of a check: notebooks show it on purpose.

    Raises
    ------
    CourseError
        Names the secret file, the line's number and the member that holds it, never the text.
    """
    secret_files, secret_lines = _secrets(root)
    for member, data in _members(path.read_bytes()):
        if (same := secret_files.get(_hash(data))) is not None:
            raise CourseError(same, "-", say("bundle.same_file", member=member))
        for _, line in _long_lines(_readable(member, data)):
            if line in secret_lines:
                file, number = secret_lines[line]
                raise CourseError(file, "-", say("bundle.same_line", member=member, line=number))


def _secrets(root: Path) -> tuple[dict[str, Path], dict[str, tuple[Path, int]]]:
    """Return the secret files by hash and the secret long lines with file and number."""
    machines = root / "reference" / "machines"
    # The wheel is this package, so its lines are public; a secret file in it would be found.
    known = [data for _, data in _files(root / "assignments", machines, Path(__file__).parents[1])]
    hashes = set(map(_hash, known))
    lines = {line for data in known for _, line in _long_lines(data)}
    secret_files: dict[str, Path] = {}
    secret_lines: dict[str, tuple[Path, int]] = {}
    for file, data in _files(root / "solutions", root / "reference"):
        if machines in file.parents:
            continue
        if data.strip() and _hash(data) not in hashes:
            secret_files[_hash(data)] = file
        shown = {line for _, line in _long_lines(_sentences(file, data))}
        for number, line in _long_lines(data):
            if line not in lines and line not in shown:
                secret_lines.setdefault(line, (file, number))
    return secret_files, secret_lines


def _sentences(file: Path, data: bytes) -> bytes:
    """Return the docstrings of the checks in a file of checks, nothing of another file."""
    if file.name != "test_hidden.py":
        return b""
    functions = (f for f in ast.parse(data).body if isinstance(f, ast.FunctionDef))
    return "\n".join(ast.get_docstring(f) or "" for f in functions).encode()


def _files(*folders: Path) -> Iterator[tuple[Path, bytes]]:
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path, path.read_bytes()


def _members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of every member, and of the members of a wheel."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            member = archive.read(name)
            yield name, member
            if name.endswith(".whl"):
                yield from ((f"{name}/{inner}", held) for inner, held in _members(member))


def _readable(member: str, data: bytes) -> bytes:
    """Return the text a person sees: of a notebook, its strings, without JSON's escapes."""
    if not member.endswith(".ipynb"):
        return data
    return "\n".join(_strings(json.loads(data))).encode()


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (text for item in value for text in _strings(item))
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in _strings(item))


def _long_lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield number and text of every long line, without indentation and comment signs."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    for number, line in enumerate(text.splitlines(), 1):
        bare = " ".join(_LEAD.sub("", line).split())
        if columns(bare) >= LONG:
            yield number, bare


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
