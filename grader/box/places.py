"""Which folders a box may read: the Python installation and the system's libraries, nothing else.

Decided by the keeper before anything starts, so that a secret inside one of them is refused with a
sentence instead of being shown to a student.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.box.walls import Bind, Rung
from grader.errors import BoxError
from grader.messages import say

_SYSTEM = (
    "/usr",
    "/lib",
    "/lib64",
    "/lib32",
    "/bin",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/alternatives",
)


def python_folders() -> tuple[str, ...]:
    """Return the interpreter's own prefixes; never the current folder or PYTHONPATH."""
    return tuple(dict.fromkeys((sys.prefix, sys.exec_prefix, sys.base_prefix)))


def readable_binds() -> tuple[Bind, ...]:
    """Return the real paths to bind, parents first and none inside another, and links to them."""
    wanted = [path for path in (*_SYSTEM, *python_folders()) if os.path.exists(path)]
    real = _outermost(os.path.realpath(path) for path in wanted)
    binds = [Bind(path, "") for path in real]
    for path in wanted:
        target = os.path.realpath(path)
        if target != path and not any(_inside(path, folder) for folder in real):
            binds.append(Bind(path, target))
    return tuple(binds)


def refuse_visible_secrets(secrets: Sequence[Path], binds: Sequence[Bind], rung: Rung) -> None:
    """Raise BoxError if a box could read one of `secrets`.

    A folder bound *inside* a secret one (a virtual environment in the course) is fine: only that
    folder is shown. On rung C file modes are the only wall, so they have to hold.
    """
    for secret in secrets:
        path = os.path.realpath(secret)
        for bind in binds:
            if not bind.target and _inside(path, bind.path):
                hint = say("box.hint.move_secret")
                raise BoxError(say("box.secret_visible", path=path, folder=bind.path), hint)
        if rung is Rung.C and _open_to_all(path):
            raise BoxError(say("box.secret_open", path=path), say("box.hint.chmod", path=path))


def _open_to_all(path: str) -> bool:
    """Return whether anybody may enter `path` through all its parents."""
    parts = [Path(path), *Path(path).parents]
    return all(part.stat().st_mode & 0o001 for part in parts if part.is_dir())


def _outermost(paths: Iterable[str]) -> list[str]:
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not any(_inside(path, folder) for folder in kept):
            kept.append(path)
    return kept


def _inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
