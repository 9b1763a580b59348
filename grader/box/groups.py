"""Control groups (cgroup v2): the kernel's account of a zygote with all of its boxes.

Resource limits bind each process and do not count everything: pages of a private folder, buffers of
pipes and sockets, page tables, threads of a box that runs as root. A group counts all of it. It is
set to what its boxes may use together and never below, so it decides no verdict that the limits of
a process would not; it bites only on what those leave out.

One group a zygote and not one a box: to move a process the kernel waits until every processor has
passed a quiet point, 10 to 20 ms, where a box opens in 8. What a zygote forks is in its group.

Groups are used where a part of the tree was handed to this program (systemd's `Delegate=yes`), and
nowhere else: the rest of the tree has another manager.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets as random_source
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from grader.box.limits import MIB, SPARE_THREADS, most_folder_bytes
from grader.course import Limits
from grader.messages import Message, say

_CONTROLLERS = ("memory", "pids")
_OURS = "grader-"
_LEAF = re.compile(_OURS + r"\d+")
"""Of a process that made way; not systemd's `grader-1.scope`, whose parent is systemd's."""
_MARKS = ("user.delegate", "trusted.delegate")
"""Extended attributes by which systemd marks what it delegated. An ordinary user needs none: what
such a user owns in the tree was handed over."""
_KERNEL_BYTES = 64 * MIB
"""For the kernel's own memory on behalf of a box, of which honest code needs a few MiB."""
_ZYGOTE_TASKS = 8
"""The zygote, the process that waits for it, and helpers that pass."""
_EMPTY_WAIT_S = 2.0
_LOOK_AGAIN_S = 0.01


@cache
def delegated() -> Path | Message:
    """Return the part of the tree that is this program's, or why there is none.

    Where there is one, this process is moved into a leaf of its own, because a group may either
    hold processes or hand its controllers down. Call it before starting others that open boxes.
    """
    return find(Path("/proc"), os.getpid(), root=os.getuid() == 0)


def tried() -> Message | None:
    """Return why zygotes get no group here; None where they do, as shown by making one."""
    folder = delegated()
    if isinstance(folder, Message):
        return folder
    try:
        Group(folder).close()
    except OSError as error:
        return say("doctor.groups_refused", detail=str(error))
    return None


def find(proc: Path, pid: int, *, root: bool) -> Path | Message:
    """Return what `delegated` does, for process `pid` as `proc` shows it."""
    try:
        own = _own_group(proc)
        if own is None:
            return say("doctor.groups_missing")
        if _LEAF.fullmatch(own.name) and _hands_down(own.parent):
            return own.parent
        if not set(_CONTROLLERS) <= set(_words(own / "cgroup.controllers")):
            return say("doctor.groups_missing")
        if not _is_handed_over(own, root=root):
            return say("doctor.groups_not_given")
        members = _members(own)
        if any(not _descends(member, pid, proc) for member in members):
            return say("doctor.groups_shared")
        _enter(own, pid, members)
    except OSError as error:
        return say("doctor.groups_refused", detail=str(error))
    return own


class Group:
    """The group of one zygote and its boxes. Close it after they have ended.

    Parameters
    ----------
    folder
        As `delegated` returned it.

    Raises
    ------
    OSError
        The kernel refused it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / f"{_OURS}{os.getpid()}-{random_source.token_hex(4)}"
        self._bytes = self._tasks = 0
        self._asked = (0, 0)
        self._open: dict[int, tuple[int, int]] = {}
        _make(self._folder)
        self.door = os.open(self._folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)
        """A descriptor: who writes 0 to it becomes a member, with all that it forks later."""
        with contextlib.suppress(FileNotFoundError):  # a kernel without accounts of swap
            self._set("memory.swap.max", 0)
        self._exhausted = self._times_exhausted()

    def make_room(self, limits: Limits, base_bytes: int) -> None:
        """Allow what one more box may use.

        Parameters
        ----------
        base_bytes
            Address space of the zygote, which a box has from the start and may fill anew.
        """
        box = base_bytes + limits.memory_mb * MIB + most_folder_bytes(limits) + _KERNEL_BYTES
        need = (box, 1 + limits.threads + SPARE_THREADS)
        needs = [*self._open.values(), need]
        # Never lowered: pages of boxes that have just ended may not be given back yet.
        most_bytes = base_bytes + _KERNEL_BYTES + sum(memory for memory, _ in needs)
        most_tasks = _ZYGOTE_TASKS + sum(tasks for _, tasks in needs)
        if most_bytes > self._bytes:
            self._set("memory.max", most_bytes)
            self._bytes = most_bytes
        if most_tasks > self._tasks:
            self._set("pids.max", most_tasks)
            self._tasks = most_tasks
        self._asked = need

    def opened(self, pid: int) -> None:
        """Note that the box that room was made for is process `pid`."""
        self._open[pid] = self._asked

    def ended(self, pid: int) -> None:
        """Note that a box is gone."""
        self._open.pop(pid, None)

    def was_exhausted(self) -> bool:
        """Return whether the memory of the group has run out since this was asked last."""
        before, self._exhausted = self._exhausted, self._times_exhausted()
        return self._exhausted > before

    def close(self) -> None:
        """Kill what is left in the group and remove it. Safe to call twice."""
        if self.door < 0:
            return
        os.close(self.door)
        self.door = -1
        with contextlib.suppress(OSError):  # from Linux 5.14 on
            self._set("cgroup.kill", 1)
        last = time.monotonic() + _EMPTY_WAIT_S
        while self._folder.is_dir() and not _removed(self._folder) and time.monotonic() < last:
            time.sleep(_LOOK_AGAIN_S)

    def _set(self, name: str, value: int) -> None:
        _write(self._folder / name, str(value))

    def _times_exhausted(self) -> int:
        """Return how often an allocation failed, or somebody was killed, for want of memory."""
        with contextlib.suppress(OSError):
            found = re.search(r"^oom (\d+)$", _read(self._folder / "memory.events"), re.MULTILINE)
            return int(found[1]) if found else 0
        return 0


def _own_group(proc: Path) -> Path | None:
    """Return the folder of this process's group; None where no tree of version 2 shows it."""
    found = re.search(r"^0::(/.*)$", _read(proc / "self" / "cgroup"), re.MULTILINE)
    if found is None:
        return None
    path = Path(found[1])
    for root, mount in _trees(proc):
        if path.is_relative_to(root):
            own = mount / path.relative_to(root)
            return own if own.is_dir() and ".." not in own.parts else None
    return None


def _trees(proc: Path) -> Iterator[tuple[Path, Path]]:
    """Yield what is mounted of trees of version 2: which part, and where."""
    for line in _read(proc / "self" / "mountinfo").splitlines():
        fields, _, kind = line.partition(" - ")
        if kind.startswith("cgroup2 "):
            root, mount = (_unescaped(word) for word in fields.split(" ")[3:5])
            yield Path(root), Path(mount)


def _unescaped(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), word)


def _hands_down(group: Path) -> bool:
    return set(_CONTROLLERS) <= set(_words(group / "cgroup.subtree_control")) and _writable(group)


def _is_handed_over(group: Path, *, root: bool) -> bool:
    return _writable(group) and (not root or any(_marked(group, mark) for mark in _MARKS))


def _writable(group: Path) -> bool:
    names = ("", "cgroup.procs", "cgroup.subtree_control")
    return all(os.access(group / name, os.W_OK) for name in names)


def _marked(group: Path, mark: str) -> bool:
    try:
        return os.getxattr(group, mark) == b"1"
    except OSError:
        return False


def _members(group: Path) -> list[int]:
    return [int(word) for word in _words(group / "cgroup.procs")]


def _descends(pid: int, ancestor: int, proc: Path) -> bool:
    """Return whether `pid` is `ancestor`, or a child of it however far down."""
    while pid not in (ancestor, 0):
        try:
            found = re.search(r"^PPid:\s+(\d+)$", _read(proc / str(pid) / "status"), re.MULTILINE)
        except OSError:  # it has just ended
            return True
        pid = int(found[1]) if found else 0
    return pid == ancestor


def _enter(group: Path, pid: int, members: list[int]) -> None:
    """Move `members` into a leaf and let `group` hand its controllers down; or leave all as it was.

    What runs killed off have left behind is removed: nobody else can be at work here.
    """
    for left in group.glob(f"{_OURS}*"):
        _removed(left)
    leaf = group / f"{_OURS}{pid}"
    _make(leaf)
    try:
        for member in members:
            _write(leaf / "cgroup.procs", str(member))
        _write(group / "cgroup.subtree_control", " ".join(f"+{name}" for name in _CONTROLLERS))
    except OSError:
        for member in members:
            with contextlib.suppress(OSError):
                _write(group / "cgroup.procs", str(member))
        _removed(leaf)
        raise


def _make(group: Path) -> None:
    group.mkdir()  # the kernel fills it


def _removed(group: Path) -> bool:
    with contextlib.suppress(OSError):  # still in use
        group.rmdir()
        return True
    return False


def _words(path: Path) -> list[str]:
    return _read(path).split()


def _read(path: Path) -> str:
    return path.read_text("utf-8", "surrogateescape")


def _write(path: Path, text: str) -> None:
    # Not write_text: no file is made where there is none, and some may not be read.
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(handle, text.encode())
    finally:
        os.close(handle)
