"""Who belongs to a run of the grader, and who is left of it: read from /proc, never from a list.

Zygotes start with an environment of their own, boxes in a session and a namespace of their own, so
neither tells whom they come from. Descent does: this process adopts whatever a killed parent
leaves, so all that a run ever started stays below us.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from grader.box.walls import syscalls

SET_CHILD_SUBREAPER = 36
GONE_AFTER_S = 60.0
"""Whoever is left so long after a run stays for good; the end of a zygote takes a moment."""
Role = Literal["keeper", "zygote", "box"]


class Process(NamedTuple):
    """One process; its start tells it from a later one of the same number."""

    pid: int
    started: int
    parent: int
    session: int
    zombie: bool
    command: str

    @property
    def role(self) -> Role | None:
        """Return what it does in a run; None for the command itself, and others."""
        if "grader.engine.worker" in self.command:
            return "keeper"
        if "zygote.py" not in self.command:
            return None
        # A box is a fork of the zygote that leaves its session before anything runs in it.
        return "box" if self.session == self.pid else "zygote"


@contextmanager
def adopting() -> Iterator[None]:
    """Become the parent of every orphan below this process, for a while."""
    syscalls.prctl(SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        syscalls.prctl(SET_CHILD_SUBREAPER, 0)


def below(pid: int) -> list[Process]:
    """Return all descendants of a process, those that are dead and not yet buried too."""
    children: dict[int, list[Process]] = {}
    for process in _all():
        children.setdefault(process.parent, []).append(process)
    found, waiting = [], [pid]
    while waiting:
        new = children.get(waiting.pop(), [])
        found += new
        waiting += [process.pid for process in new]
    return found


def left_of(known: set[tuple[int, int]]) -> list[Process]:
    """Return who is below us and was not before, once all that is ending has ended."""
    deadline = time.monotonic() + GONE_AFTER_S
    while True:
        left = [p for p in below(os.getpid()) if (p.pid, p.started) not in known]
        for process in left:
            if process.zombie and process.parent == os.getpid():
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process.pid, os.WNOHANG)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)  # only how often to look


def identities(processes: list[Process]) -> set[tuple[int, int]]:
    """Return what tells these processes from all others."""
    return {(process.pid, process.started) for process in processes}


def _all() -> Iterator[Process]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):  # it has gone in the meantime
                fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                command = (
                    (folder / "cmdline")
                    .read_bytes()
                    .replace(b"\0", b" ")
                    .decode("utf-8", "replace")
                )
                yield Process(
                    pid=int(folder.name),
                    started=int(fields[19]),
                    parent=int(fields[1]),
                    session=int(fields[3]),
                    zombie=fields[0] == "Z",
                    command=command,
                )
