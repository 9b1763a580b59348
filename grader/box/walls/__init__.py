"""The walls of a box, by rung. Loaded in the keeper (names only) and, by path, in the zygote.

Nothing in this folder imports `grader`: the zygote loads it as a private package, so that the front
door never reaches a process which later runs a student's code.
"""

from __future__ import annotations

import enum
from typing import NamedTuple


class Rung(enum.StrEnum):
    """How strong the walls are; each rung is proved by an attack before it is trusted."""

    A = "A"
    """Namespaces, Landlock, seccomp and resource limits."""
    B = "B"
    """Landlock, seccomp and resource limits: containers that forbid new namespaces."""
    C = "C"
    """Started by root, without Landlock: a throwaway user, seccomp and resource limits."""
    D = "D"
    """Resource limits only: no isolation, for an author's own code (macOS, odd hosts)."""


class Bind(NamedTuple):
    """One entry of the read-only view: a real path, or a link to one."""

    path: str
    target: str
    """Where a symbolic link at `path` leads; empty for a path that is bound itself."""


class Quota(NamedTuple):
    """What one box may use, in the kernel's units."""

    memory_bytes: int
    threads: int
    disk_bytes: int
    cpu_s: int
    """Hard stop for a box whose keeper has hung; the keeper's own deadline comes far earlier."""


class Plan(NamedTuple):
    """Everything the walls of one box need to know."""

    rung: Rung
    binds: tuple[Bind, ...]
    folder: str
    """The only writable folder."""
    uid: int
    """User to become; -1 to stay."""
    base_bytes: int
    """Address space the zygote already uses; the quota comes on top."""
    base_tasks: int
    """Tasks that already count against the thread limit of the same user."""
    quota: Quota


READABLE_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
