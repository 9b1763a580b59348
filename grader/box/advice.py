"""Why a rung does not hold on this machine, in words, and what would make it hold.

The zygote says which step the kernel refused; which setting stands behind it differs from system
to system, so what is advised depends on what is found here. Nothing is changed by looking.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.box import groups
from grader.box.walls import machines
from grader.messages import Message, say

_APPARMOR = "kernel/apparmor_restrict_unprivileged_userns"
_CLONE = "kernel/unprivileged_userns_clone"
_MOST = "user/max_user_namespaces"
_SETTINGS = {_APPARMOR: "1", _CLONE: "0", _MOST: "0"}
"""Settings under /proc/sys that keep namespaces from an ordinary user, and the value that does."""

# The zygote's words for the step that failed, in the order in which they are looked for.
_STEPS = {
    "machine": r"no system call table",
    "python": r"cannot read this Python",
    "root": r"only root can become",
    "landlock": r"landlock",
    "users": r"uid_map|gid_map|setgroups",
    "mounts": r"mount|pivot_root|setns",
    "namespaces": r"unshare",
}
_SAY_ALL = ("machine", "python", "root")


@dataclass(frozen=True)
class Machine:
    """What advice depends on."""

    system: str
    """As `sys.platform` has it."""
    processor: str
    root: bool
    filtered: bool = False
    """Whether somebody else's filter of system calls is in force: a container's, a service's."""
    confined: bool = False
    """Whether an AppArmor profile of somebody else's is."""
    settings: Mapping[str, str] = field(default_factory=dict)
    systemd: bool = False
    """Whether it manages this machine."""

    @property
    def untried(self) -> bool:
        """Whether the walls never ran on such a processor."""
        return self.processor in machines.UNTRIED


def this_machine() -> Machine:
    """Look around: only files that every user may read."""
    return Machine(
        system=sys.platform,
        processor=platform.machine(),
        root=hasattr(os, "getuid") and os.getuid() == 0,
        filtered=re.search(r"^Seccomp:\s*2$", _read("/proc/self/status"), re.MULTILINE) is not None,
        confined=_read("/proc/self/attr/current").endswith("(enforce)"),
        settings={name: _read(f"/proc/sys/{name}") for name in _SETTINGS},
        systemd=os.path.isdir("/run/systemd/system"),
    )


def failed_step(detail: str) -> str:
    """Return which step the zygote's words name; "other" if none that is known."""
    found = (step for step, words in _STEPS.items() if re.search(words, detail))
    return next(found, "other")


def why(detail: str) -> Message:
    """Return why a rung could not be built: the step, and the zygote's words if they add to it."""
    step = failed_step(detail)
    if step in _SAY_ALL:
        return say(f"doctor.lack_{step}")
    return say(f"doctor.why_{step}", detail=detail)


def what_would_help(detail: str, machine: Machine) -> tuple[Message, ...]:
    """Return what would raise a rung that could not be built here, the most specific first."""
    if machine.system != "linux":
        return (say("doctor.get_linux"),)
    match failed_step(detail):
        case "namespaces" | "users" | "mounts":
            found = tuple(_for_namespaces(machine))
            return found or (say("doctor.get_namespaces"),)
        case "landlock":
            return tuple(_for_landlock(detail, machine))
        case "root":
            return (say("doctor.get_root"),)
        case "python":
            return (say("doctor.get_open_python", prefix=sys.prefix),)
        case "machine":
            return (say("doctor.get_processor", known=", ".join(machines.NUMBERS)),)
    return ()


def about_groups(machine: Machine) -> tuple[Message, ...]:
    """Return whether boxes get control groups here; if not, why, and how where that is known."""
    if machine.system != "linux":
        return ()
    found = groups.tried()
    if found is None:
        return (say("doctor.groups_used"),)
    unused = say("doctor.groups_unused", why=found)
    if found.id == "doctor.groups_missing" or not machine.systemd:
        return (unused,)
    whose = "" if machine.root else "--user "
    command = f"systemd-run {whose}--scope -p Delegate=yes grader …"
    return unused, say("doctor.get_groups", command=command)


def _for_namespaces(machine: Machine) -> Iterator[Message]:
    for name, closed in _SETTINGS.items():
        # Root needs no leave from the first two; a maximum of 0 binds it too.
        if machine.settings.get(name) == closed and not (machine.root and name != _MOST):
            yield say(f"doctor.set_{Path(name).name}")
    if machine.filtered or machine.confined:
        yield say("doctor.get_container")


def _for_landlock(detail: str, machine: Machine) -> Iterator[Message]:
    if f"[Errno {errno.EOPNOTSUPP}]" in detail:
        yield say("doctor.get_landlock_enabled")
    elif machine.filtered:
        yield say("doctor.get_newer_container")
    else:
        yield say("doctor.get_kernel")


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace").strip()
    except OSError:
        return ""
