"""Commands that a course adds to `grader`: the modules named by `plugins` in its `course.toml`.

A plugin is a module of the course with `COMMANDS`, a dictionary of click commands; with `timing`
too, it says how `grader time` times the course's units (`timeable`). It is imported by its name,
from the course's root, in this process only; a box or a worker never sees it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import msgspec

from grader.course.layout import read_toml
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
    commands: dict[str, click.Command] = {}
    for module in plugin_modules(root):
        commands |= module.COMMANDS
    return commands


def plugin_modules(root: Path) -> Iterator[Any]:
    """Yield the plugins of the course at `root`; CourseError as in `plugin_commands`."""
    path = root / "assignments" / "course.toml"
    for name in read_toml(path, _Plugins).plugins:
        yield _plugin(name, root, path)


def _plugin(name: str, root: Path, path: Path) -> ModuleType:
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    try:
        module = import_module(name)
        dict(module.COMMANDS)
    except (ImportError, AttributeError) as error:
        raise CourseError(path, f"plugins: {name}", say("course.plugin", why=str(error))) from None
    return module
