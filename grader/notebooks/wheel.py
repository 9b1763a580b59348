"""A wheel of the grader that is running, so that a bundle checks with what the class is graded by.

Students install it without a network, a build tool or our repository. It is made from the package
as it is imported, so an editable install and a normal one give the same wheel, byte for byte.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from grader.errors import UsageError
from grader.messages import say
from grader.notebooks.archive import zip_members

_WHEEL = "Wheel-Version: 1.0\nGenerator: grader\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(name: str = "rooflab") -> tuple[str, bytes]:
    """Return file name and bytes of a wheel of the installed distribution that holds `grader`.

    Raises
    ------
    UsageError
        There is no such distribution: nothing says what the wheel needs.
    """
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise UsageError(say("wheel.not_installed", name=name), say("wheel.install_it")) from None
    licenses = found.metadata.get_all("License-File") or []
    info = ["METADATA", "entry_points.txt", *(f"licenses/{path}" for path in licenses)]
    texts = {path: found.read_text(path) for path in info}
    return wheel_of(
        Path(__file__).parents[1],
        found.metadata["Name"],
        found.version,
        {path: text for path, text in texts.items() if text is not None},
    )


def wheel_of(package: Path, name: str, version: str, info: Mapping[str, str]) -> tuple[str, bytes]:
    """Return file name and bytes of a pure Python wheel.

    Parameters
    ----------
    package
        The folder of the package; its name is the import name.
    name, version
        Of the distribution.
    info
        Files of the dist-info folder; `METADATA` is one of them.
    """
    full = f"{re.sub(r'[-_.]+', '_', name).lower()}-{version.replace('-', '_')}"
    folder = f"{full}.dist-info"
    members = {
        f"{package.name}/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file() and _belongs(path.relative_to(package))
    }
    members |= {f"{folder}/{path}": text.encode() for path, text in sorted(info.items())}
    members[f"{folder}/WHEEL"] = _WHEEL.encode()
    record = f"{folder}/RECORD"
    members[record] = _record(members, record)
    return f"{full}-py3-none-any.whl", zip_members(members)


def _belongs(path: Path) -> bool:
    """Return whether a file of the package folder is part of the package, not left by a tool."""
    hidden = any(part.startswith(".") for part in path.parts)
    return not hidden and "__pycache__" not in path.parts and path.suffix != ".pyc"


def _record(members: Mapping[str, bytes], record: str) -> bytes:
    """Return the RECORD file: name, hash and size of every member; its own line has neither."""
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\n")
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.writerow([name, f"sha256={digest}", len(data)])
    lines.writerow([record, "", ""])
    return buffer.getvalue().encode()
