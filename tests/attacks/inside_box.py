"""What stands in front of every attack of `box/`: its targets, and how it says that it got through.

`stage` builds the targets on the host: a file and a gradebook that every user may read and write,
and services that anybody may call. Only the walls of a box are between them and a submission.
"""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.attacks.hijack import HIJACK

THROUGH = "GOT THROUGH"
SECRET = "the right answers are small and 6"
_SYSCALLS = {
    "capset": 126,
    "clone": 56,
    "clone3": 435,
    "execveat": 322,
    "fsopen": 430,
    "inotify_init": 253,
    "io_uring_setup": 425,
    "keyctl": 250,
    "memfd_secret": 447,
    "mlockall": 151,
    "mount": 165,
    "mount_setattr": 442,
    "move_mount": 429,
    "mq_open": 240,
    "msgget": 68,
    "name_to_handle_at": 303,
    "open_tree": 428,
    "pidfd_getfd": 438,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "ptrace": 101,
    "rt_sigqueueinfo": 129,
    "semget": 64,
    "setns": 308,
    "setpriority": 141,
    "shmat": 30,
    "shmget": 29,
    "socket": 41,
    "socketpair": 53,
    "tgkill": 234,
    "timer_create": 222,
    "tkill": 200,
    "umount2": 166,
    "unshare": 272,
    "vfork": 58,
}
"""Of x86-64: what Python does not offer, or asks the kernel for in another way."""
_TOOLS = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)

def call(number, *arguments):
    came = libc.syscall(
        *(a if isinstance(a, bytes) else ctypes.c_long(a) for a in (number, *arguments))
    )
    if came < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return came

def attempt(name, way):
    # A tool that fails for a reason of its own was no attack; `test_box` tries some without walls.
    try:
        came = way()
    except Exception:
        return
    print(_through, name, repr(came)[:60])
"""


@dataclass(frozen=True)
class World:
    """What the grader's side owns."""

    folder: Path
    listeners: tuple[socket.socket, ...]
    address: tuple[int, str, str]
    """Port, path and abstract name of the listeners."""

    @property
    def state(self) -> object:
        """What an attack may change nothing of."""
        with sqlite3.connect(self.folder / "gradebook.db") as book:
            rows = book.execute("SELECT * FROM grade").fetchall()
        book.close()
        names = sorted(p.name for p in self.folder.rglob("*"))
        return (self.folder / "secret.txt").read_text(), rows, names

    def cell(self, **more: int) -> str:
        """Return the cell that tells an attack all that it may want to know."""
        port, path, name = self.address
        target = {
            "secret": str(self.folder / "secret.txt"),
            "folder": str(self.folder),
            "book": str(self.folder / "gradebook.db"),
            "keeper": os.getpid(),
            "port": port,
            "path": path,
            "name": name,
            "groups": control_groups(),
            **more,
        }
        given = f"TARGET = {target!r}\nSYSCALLS = {_SYSCALLS!r}\n_through = {THROUGH!r} + ':'\n"
        return HIJACK + given + _TOOLS

    def silent(self) -> bool:
        """Return whether no service was reached."""
        for listener in self.listeners:
            try:
                listener.accept() if listener.type == socket.SOCK_STREAM else listener.recv(1)
            except BlockingIOError:
                continue
            return False
        return True


@cache
def control_groups() -> list[str]:
    """Return the folders of a few control groups of this machine, the grader's own among them."""
    top = Path("/sys/fs/cgroup")
    with open("/proc/self/cgroup") as lines:
        own = [line.rstrip("\n").split(":", 2)[1:] for line in lines]
    paths = {top / name / path.lstrip("/") for kind, path in own for name in ("unified", kind)}
    found = sorted(str(path) for path in {*paths, *top.glob("*/")} if path.is_dir())
    return found[:20]


@contextmanager
def stage() -> Iterator[World]:
    """Build the targets; short, because the name of a socket is."""
    folder = Path(tempfile.mkdtemp(prefix="box-attack-"))
    try:
        folder.chmod(0o777)
        (folder / "secret.txt").write_text(SECRET)
        with sqlite3.connect(folder / "gradebook.db") as book:
            book.execute("CREATE TABLE grade (student TEXT, auto_score REAL)")
            book.executemany("INSERT INTO grade VALUES (?, 0)", [("me",), ("another",)])
        book.close()
        for file in folder.iterdir():
            file.chmod(0o666)
        with ExitStack() as open_sockets:
            yield _served(folder, open_sockets)
    finally:
        shutil.rmtree(folder)


def _served(folder: Path, stack: ExitStack) -> World:
    path, name = str(folder / "service"), f"\0{folder.name}"
    tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    port = int(tcp.getsockname()[1])
    udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    udp.bind(("127.0.0.1", port))
    listeners = [tcp, udp]
    for address in (path, name):
        listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(address)
        listener.listen()
        listeners.append(listener)
    os.chmod(path, 0o777)
    for listener in listeners:
        listener.setblocking(False)
    return World(folder, tuple(listeners), (port, path, name))
