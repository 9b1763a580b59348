"""The zygote: a small program that imports the heavy modules once and forks one box per request.

The keeper *executes* this file, with an environment of our own making, and never forks itself into
it: so nothing the keeper knows (checks, references, the salt) is in this process's memory or in
any box forked from it. The file is run by path; it and its neighbours become a private package
`_box`, because `grader` must not be importable here.
"""

from __future__ import annotations

import array
import gc
import json
import os
import signal
import socket
import sys
import tempfile
import traceback
import types
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

if __name__ == "__main__":
    _package = types.ModuleType("_box")
    _package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    sys.modules["_box"] = _package
    __package__ = "_box"

from . import folders
from .walls import Bind, Plan, Quota, Rung, bare, landlock, linux, seccomp, syscalls

SETUP_FAILED = 70
_MESSAGE_BYTES = 4096
_PRIVATE_FOLDER = "/box"
_SPARE_TASKS = 64
_UNLIMITED_TASKS = -1
_IMPORT_SYSTEM = ("_frozen_importlib", "_frozen_importlib_external")


class Parent:
    """The parent of all boxes: what it may show, whom they become, and which are alive."""

    def __init__(self, rung: Rung, kind: str, binds: tuple[Bind, ...], *, grouped: bool) -> None:
        self.rung = rung
        self.grouped = grouped
        self.kind = kind
        self.binds = binds
        self.uids = linux.NOBODY_ELSE
        self.boxes = 0
        self.folders: dict[int, str] = {}
        self.statm = -1
        self.own_namespace = -1
        self.base_tasks = _UNLIMITED_TASKS

    def prepare(self) -> None:
        """Close this process itself in as far as its rung says, and import what boxes need."""
        _be_the_first_to_go()
        if self.rung is Rung.A:
            self.uids = linux.isolate_zygote()
        elif self.rung is not Rung.D:
            self.uids = _users_without_namespace(self.rung, self.binds)
        _forget_foreign_imports(self.binds)
        _warm_up(self.kind)
        self._look_around()
        if self.rung is not Rung.D:
            self._close_in()
        # Frozen objects are never traversed again, so their pages stay shared after a fork.
        gc.collect()
        gc.freeze()

    def _look_around(self) -> None:
        """Open and count what needs /proc, which may be gone afterwards."""
        if sys.platform != "linux":
            return
        self.statm = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
        self.own_namespace = os.pidfd_open(os.getpid())
        self.base_tasks = _tasks_of_same_user(self.rung, self.uids)

    def _close_in(self) -> None:
        if self.rung is Rung.A:
            linux.build_view(self.binds)
        if self.rung is not Rung.C:
            landlock.abi()
        if not seccomp.available():
            raise OSError("seccomp: no system call table for this machine")
        # Assembled once: in a namespace of its own every box is process 1.
        seccomp.program(1)
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)

    def plan(self, request: dict[str, Any]) -> Plan:
        """Return the walls of the next box."""
        self.boxes += 1
        uid = self.uids[self.boxes % len(self.uids)] if self.uids else -1
        folder = _PRIVATE_FOLDER
        if self.rung is not Rung.A:
            folder = os.path.realpath(tempfile.mkdtemp(prefix=folders.PREFIX))
        quota = Quota(*request["quota"])
        return Plan(self.rung, self.binds, folder, uid, self.size(), self.base_tasks, quota)

    def size(self) -> int:
        """Return the bytes of address space of this process; 0 where the system does not tell."""
        if self.statm < 0:
            return 0
        return int(os.pread(self.statm, 100, 0).split()[0]) * os.sysconf("SC_PAGE_SIZE")

    def fork(self) -> int:
        """Fork a box; return 0 in the box, its process id here."""
        if self.rung is Rung.A:
            return linux.fork_into_new_pid_namespace(self.own_namespace)
        return os.fork()

    def reap(self, pid: int) -> tuple[int, int]:
        """Wait for a box that is dead or dying; return its wait status and peak memory in bytes."""
        try:
            _, status, usage = os.wait4(pid, 0)
        except ChildProcessError:
            return -1, 0
        folder = self.folders.pop(pid, _PRIVATE_FOLDER)
        if folder != _PRIVATE_FOLDER:
            folders.remove(folder)
        unit = 1 if sys.platform == "darwin" else 1024
        return status, usage.ru_maxrss * unit

    def end(self) -> None:
        """Kill the boxes that are left; the keeper has gone."""
        for pid in list(self.folders):
            # Not reaped yet, so the number still belongs to the box.
            os.kill(pid, signal.SIGKILL)
            self.reap(pid)


def serve_keeper(control: socket.socket, parent: Parent) -> None:
    """Answer the keeper's requests until it closes its end."""
    _send(control, {"base_bytes": parent.size(), "grouped": parent.grouped})
    while True:
        data, handed, _, _ = control.recvmsg(_MESSAGE_BYTES, socket.CMSG_SPACE(8))
        if not data:
            return
        request = json.loads(data)
        if "reap" in request:
            status, peak = parent.reap(request["reap"])
            _send(control, {"status": status, "peak_bytes": peak})
        else:
            _open_box(control, parent, request, _descriptors(handed))


def _open_box(
    control: socket.socket, parent: Parent, request: dict[str, Any], handed: list[int]
) -> None:
    channel, output = handed
    pid = -1
    try:
        plan = parent.plan(request)
        pid = parent.fork()
    except OSError as error:
        _send(control, {"error": str(error)})
        return
    finally:
        if pid:
            os.close(channel)
            os.close(output)
    if pid == 0:
        _become_box(plan, request["nonce"], channel, output)
    parent.folders[pid] = plan.folder
    # A folder of rung A is a mount of its own: nobody else can see it, nor has to.
    folder = "" if plan.rung is Rung.A else plan.folder
    answer = {"pid": pid, "base_bytes": plan.base_bytes, "folder": folder}
    if sys.platform == "linux":
        handle = os.pidfd_open(pid)
        socket.send_fds(control, [json.dumps(answer).encode()], [handle])
        os.close(handle)
    else:
        _send(control, answer)


def _become_box(plan: Plan, nonce: int, channel: int, output: int) -> NoReturn:
    """Raise the walls, then serve. Whatever fails before that is our failure, and says so."""
    code = SETUP_FAILED
    try:
        walls = bare if plan.rung is Rung.D else linux
        walls.raise_walls(plan, channel, output)
        _fix_surroundings(plan.folder)
        from .inside import serve

        serve.serve(socket.socket(fileno=bare.CHANNEL_FD), nonce, plan.folder)
        code = 0
    except BaseException:  # noqa: BLE001 - reported to the keeper, which makes it a BoxError
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def _fix_surroundings(folder: str) -> None:
    """Give every box the same start: its folder in all settings, and the same random numbers."""
    import random

    import numpy as np

    os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = folder
    os.environ["NUMBA_CACHE_DIR"] = f"{folder}/.numba"
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - the global generator is the one to fix
    numba = sys.modules.get("numba")
    if numba is not None:
        # numba read its environment when it was imported, before the box had a folder.
        numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
        # Here, not in the zygote: what that compiled, and its CPU clock, are not the box's.
        sys.modules["_box.inside.compile_clock"].start()


def _enter_group(door: list[int]) -> bool:
    """Join the control group behind an open file, if one is given, before anything forks."""
    if not door:
        return False
    try:
        os.write(door[0], b"0")
    except OSError:
        return False
    finally:
        os.close(door[0])
    return True


def _be_the_first_to_go() -> None:
    """Let the kernel end a box when memory runs out, not the keeper or the person's own work."""
    with suppress(OSError):  # no such file outside Linux
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


def _users_without_namespace(rung: Rung, binds: tuple[Bind, ...]) -> range:
    """Return the throwaway users of rungs B and C: root becomes one if that user can read Python.

    Where it cannot (an interpreter in a closed home folder), B stays what it is for an ordinary
    user: the same user without capabilities, held by Landlock and seccomp. C would be nothing.
    """
    readable = linux.open_to_others(bind.path for bind in binds)
    if rung is Rung.C and os.getuid() != 0:
        raise PermissionError("only root can become a throwaway user")
    if rung is Rung.C and not readable:
        raise PermissionError("another user cannot read this Python installation")
    return linux.throwaway_uids() if os.getuid() == 0 and readable else linux.NOBODY_ELSE


def _tasks_of_same_user(rung: Rung, uids: range) -> int:
    """Return how many tasks count against a box's thread limit before it starts any."""
    if uids:
        return 1
    if rung is Rung.A:
        # A user namespace counts its own tasks only: this process and its other boxes.
        return _SPARE_TASKS
    if os.getuid() == 0:
        # A box counts for a user of its own (walls.linux.setup_user), where there is one.
        return 1 if linux.mapped(linux.throwaway_uids()) else _UNLIMITED_TASKS
    return _SPARE_TASKS + sum(map(_own_tasks, Path("/proc").glob("[0-9]*/status")))


def _own_tasks(status: Path) -> int:
    """Return how many tasks of a process count for our user; 0 if it is another's, or is gone."""
    try:
        told = dict(
            line.split(":", 1) for line in status.read_text("utf-8", "replace").splitlines()
        )
        return int(told["Threads"]) if int(told["Uid"].split()[0]) == os.getuid() else 0
    except (OSError, KeyError, ValueError):
        return 0


def _forget_foreign_imports(binds: tuple[Bind, ...]) -> None:
    """Keep only the installation importable: an editable install adds a repository or a finder."""
    folders = tuple(bind.path.rstrip("/") + "/" for bind in binds)
    sys.path[:] = [path for path in sys.path if f"{path}/".startswith(folders)]
    sys.meta_path[:] = [f for f in sys.meta_path if getattr(f, "__module__", "") in _IMPORT_SYSTEM]


def _warm_up(kind: str) -> None:
    """Import and compile what every box needs; after the walls are up it would cost each box."""
    from .inside import serve

    serve.warm_up(kind)
    if kind == "probe":
        return
    import numba
    import numpy as np

    from .inside import compile_clock  # noqa: F401 - for each box to start

    # More than this does not pay: a loop over matrices compiled here too costs 0.2 CPU s and spares
    # a box none of its own (bench/jit.py). What compiling costs is each function's own code.
    numba.njit(_successor)(np.zeros(2, np.float32))
    serve.forget()


def _successor(values: Any) -> Any:
    return values + 1


def _descriptors(handed: list[tuple[int, int, bytes]]) -> list[int]:
    numbers = array.array("i")
    for _, _, data in handed:
        numbers.frombytes(data[: len(data) - len(data) % numbers.itemsize])
    return list(numbers)


def _send(control: socket.socket, answer: dict[str, Any]) -> None:
    control.send(json.dumps(answer).encode())


def main(control_fd: int, config: dict[str, Any]) -> int:
    """Run the zygote; return its exit code."""
    # Ctrl-C reaches the whole terminal group; the keeper decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A low number: what a box closes, all but its own four, then covers it (walls/bare.py).
    control = socket.socket(fileno=os.dup(control_fd))
    os.close(control_fd)
    binds = tuple(Bind(*pair) for pair in config["binds"])
    grouped = _enter_group(config["group"])
    parent = Parent(Rung(config["rung"]), config["kind"], binds, grouped=grouped)
    try:
        parent.prepare()
    except Exception as error:  # noqa: BLE001 - reported to the keeper, which makes it a BoxError
        _send(control, {"error": f"{type(error).__name__}: {error}"[:1000]})
        return 1
    try:
        serve_keeper(control, parent)
    finally:
        parent.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), json.loads(sys.argv[2])))
