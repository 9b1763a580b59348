"""The zip that students download.

::

    <bundle>/manifest.json                        what is in it, with hashes
    <bundle>/<unit>.ipynb                         one notebook a unit
    <bundle>/checks/<unit>/inputs.py …            what `grader.self_check` runs
    <bundle>/wheels/rooflab-….whl                 the grader itself

Everything lies in one folder, so that two bundles unpacked side by side do not meet. Only files
named here are copied, and only from a unit's public folder; `audit` looks again from the outside.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grader.course import MANIFEST, Manifest, Unit
from grader.errors import CourseError
from grader.files import write_atomically
from grader.messages import say
from grader.notebooks.archive import zip_members

CHECK_FILES = ("inputs.py", "test_public.py", "given.py")
"""What a student's own checks need; nothing else of a unit's folder is copied."""


def write_bundle(
    path: Path,
    units: Sequence[Unit],
    notebooks: Mapping[str, bytes],
    wheel: tuple[str, bytes] | None,
    manifest: Manifest,
) -> Manifest:
    """Write a bundle's zip to `path`. The same input, the same bytes.

    Parameters
    ----------
    path
        Where to write; replaced in one step if it exists.
    units
        The units that are released.
    notebooks
        For each unit id the bytes of its notebook.
    wheel
        File name and bytes of the grader's wheel, or None for none.
    manifest
        What the bundle says of itself; its `files` are filled in here.

    Returns
    -------
    Manifest
        The manifest as written.

    Raises
    ------
    CourseError
        A unit has no notebook, or a file of a unit is a link to somewhere else.
    """
    files: dict[str, bytes] = {}
    for unit in units:
        if unit.id not in notebooks:
            raise CourseError(unit.public, unit.id, say("bundle.no_notebook"))
        files[f"{unit.id}.ipynb"] = notebooks[unit.id]
        files |= {f"checks/{unit.id}/{file.name}": file.read_bytes() for file in _checks(unit)}
    if wheel is not None:
        files[f"wheels/{wheel[0]}"] = wheel[1]
    files = dict(sorted(files.items()))
    # By their names relative to the manifest, as they lie when the zip is unpacked.
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    manifest = msgspec.structs.replace(manifest, files=hashes)
    members = {MANIFEST: _json(manifest), **files}
    zipped = zip_members({f"{manifest.bundle}/{name}": data for name, data in members.items()})
    write_atomically(path, zipped)
    return manifest


def _checks(unit: Unit) -> Iterator[Path]:
    for name in CHECK_FILES:
        path = unit.public / name
        if not path.is_file():
            continue
        if path.resolve().parent != unit.public.resolve():
            raise CourseError(path, name, say("bundle.outside"))
        yield path


def _json(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
