"""Writing files so that a kill at any moment leaves the old one or the new one. Imports nothing.

A class may lie on a file server (NFS). What holds there, and what is relied on, is little: a rename
within one folder replaces the target in one step, and a file closed without an error has reached
the server. Nothing here asks for a lock, a hard link, exclusive creation, or another clock.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PART = ".part"
"""Ends the hidden name under which a file is written first; a killed run may leave one behind."""
STORAGE_ERRORS = frozenset(
    number
    for name in (
        *("EIO", "ESTALE", "ENOSPC", "EDQUOT", "EROFS", "ENODEV", "ENOLCK", "EREMOTEIO"),
        *("ETIMEDOUT", "EHOSTDOWN", "EHOSTUNREACH", "ENOTCONN", "ESHUTDOWN", "ENETDOWN"),
    )
    if (number := getattr(errno, name, None)) is not None
)
"""What only a disk or a file server can be to blame for: no student, no author, no result."""


def write_atomically(path: Path, data: bytes, *, safe: bool = True) -> None:
    """Write a file in one step, its folder too if it is missing; what was there is replaced.

    Parameters
    ----------
    path
        Where to write.
    data
        The whole content.
    safe
        Whether it is on the disk, not only in a cache, when this returns. A page that the next run
        would write again needs no such wait.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = part_of(path)
    try:
        with naming(path):
            with open(part, "wb") as file:
                file.write(data)
                if safe:
                    file.flush()
                    os.fsync(file.fileno())
            move(part, path, data)
    finally:
        part.unlink(missing_ok=True)
    if safe:
        _sync_folder(path.parent)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error say which file it is about: a disk that is full says so without a name."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def part_of(path: Path) -> Path:
    """Return the hidden name beside `path` under which this process writes it first."""
    return path.with_name(f".{path.name}.{_host()}-{os.getpid()}{PART}")


def move(part: Path, path: Path, data: bytes) -> None:
    """Put a part in its place.

    When the server's answer to a rename is lost, the client asks again and is told that there is
    nothing to rename: then what lies at `path` tells.
    """
    try:
        os.replace(part, path)
    except FileNotFoundError:
        if not path.is_file() or path.read_bytes() != data:
            raise


def remove_parts(folder: Path) -> None:
    """Remove what killed runs of this machine left half written in a folder.

    The parts of another machine stay: nobody here can tell whether it is still writing, and no part
    is ever taken for a file.
    """
    for part in folder.glob(f".*.{_host()}-*{PART}"):
        pid = part.name.removesuffix(PART).rpartition("-")[2]
        if not pid.isdecimal() or not _runs(int(pid)):
            part.unlink(missing_ok=True)
            # Of a part that was to become a database.
            part.with_name(f"{part.name}-journal").unlink(missing_ok=True)


def read_whole(path: Path) -> bytes:
    """Return what a file holds; a handle that has gone stale is opened once more.

    A file that another machine replaced while it was being read is stale on a file server; the new
    one is there under the same name.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        if error.errno != errno.ESTALE:
            raise
        return path.read_bytes()


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return pid != os.getpid()


def _sync_folder(folder: Path) -> None:
    """Put a rename on the disk, where the system lets a folder be opened for that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@cache
def _host() -> str:
    """Return a short name of this machine: process numbers mean nothing on another one."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]
