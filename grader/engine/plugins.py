"""Commands that a course adds to `grader`: the modules named by `plugins` in its `course.toml`.

A plugin is a module of the course with `COMMANDS`, a dictionary of click commands. It is imported
by its name, from the course's root, in this process only; a box or a worker never sees it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click
import msgspec

from grader.errors import CourseError
from grader.messages import say


class _Plugins(msgspec.Struct):
    """The one key of `course.toml` that is read here; `load_course` is strict about the rest."""

    plugins: list[str] = []


def plugin_commands(root: Path) -> dict[str, click.Command]:
    """Return the commands that the course at `root` adds, by name.

    Raises
    ------
    CourseError
        A plugin cannot be imported or has no `COMMANDS`.
    """
    path = root / "assignments" / "course.toml"
    try:
        names = msgspec.toml.decode(path.read_bytes(), type=_Plugins).plugins
    except (msgspec.DecodeError, OSError) as error:
        raise CourseError(path, "plugins", say("course.toml", detail=str(error))) from None
    commands: dict[str, click.Command] = {}
    for name in names:
        commands |= _commands(name, root, path)
    return commands


def _commands(name: str, root: Path, path: Path) -> dict[str, click.Command]:
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    try:
        commands = import_module(name).COMMANDS
    except (ImportError, AttributeError) as error:
        raise CourseError(path, f"plugins: {name}", say("course.plugin", why=str(error))) from None
    return dict(commands)
