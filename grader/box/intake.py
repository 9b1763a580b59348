"""Read one file out of a submission folder that its student may have filled with traps.

Symbolic links, hard links, FIFOs, device files, sparse files of terabytes and mounts all have to
end in a sentence, never in reading somebody else's file or in waiting for ever. The folder itself
never enters a box: only the text that is read here does.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import sys
from pathlib import Path, PurePosixPath

from grader.box.walls import syscalls
from grader.errors import SubmissionError
from grader.files import STORAGE_ERRORS
from grader.messages import Message, say

MAX_BYTES = 20 << 20
_MIB = 1 << 20
_CHUNK = 1 << 20
# NONBLOCK so that a FIFO without a writer does not hang us.
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_RESOLVE_NO_XDEV, _RESOLVE_NO_MAGICLINKS, _RESOLVE_NO_SYMLINKS, _RESOLVE_BENEATH = 1, 2, 4, 8
_NO_OPENAT2 = (errno.ENOSYS, errno.EPERM)
_LINKS = (errno.ELOOP, errno.EXDEV)


class _How(ctypes.Structure):
    _fields_ = (
        ("flags", ctypes.c_uint64),
        ("mode", ctypes.c_uint64),
        ("resolve", ctypes.c_uint64),
    )


def read_file(folder: Path, name: str, *, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of the regular file `name` below `folder`.

    Parameters
    ----------
    folder
        The submission folder. Trusted as a path, not in its content.
    name
        A path relative to it, with forward slashes.

    Raises
    ------
    SubmissionError
        The file is missing, a link, not a regular file, too large or unreadable.
    OSError
        The disk or the file server fails, which is no student's fault.
    """
    shown = name.encode("unicode_escape").decode("ascii") if not name.isprintable() else name
    try:
        fd = _open_beneath(folder, name)
    except OSError as error:
        raise _refusal(error, shown) from None
    try:
        return _read(fd, shown, max_bytes)
    except OSError as error:
        raise _refusal(error, shown) from None
    finally:
        os.close(fd)


def _open_beneath(folder: Path, name: str) -> int:
    root = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        return _openat2(root, name)
    except OSError as error:
        if error.errno not in _NO_OPENAT2:
            raise
        return _open_step_by_step(root, name)
    finally:
        os.close(root)


def _openat2(root: int, name: str) -> int:
    """Let the kernel refuse every way out in one step, whatever changes meanwhile."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, "openat2")
    resolve = _RESOLVE_NO_XDEV | _RESOLVE_NO_MAGICLINKS | _RESOLVE_NO_SYMLINKS | _RESOLVE_BENEATH
    how = _How(_FLAGS, 0, resolve)
    size = ctypes.c_size_t(ctypes.sizeof(how))
    try:
        path = os.fsencode(name)
    except UnicodeEncodeError:
        raise FileNotFoundError(errno.ENOENT, name) from None
    if b"\0" in path:
        raise FileNotFoundError(errno.ENOENT, name)
    return syscalls.invoke("openat2", ctypes.c_int(root), path, ctypes.byref(how), size)


def _open_step_by_step(root: int, name: str) -> int:
    """Where openat2 is missing: open one component after the other, following no link."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\0" in name:
        raise OSError(errno.EXDEV, name)
    device = os.fstat(root).st_dev
    current = os.dup(root)
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        directory = 0 if last else getattr(os, "O_DIRECTORY", 0)
        try:
            inner = os.open(part, _FLAGS | _NO_FOLLOW | directory, dir_fd=current)
        finally:
            os.close(current)
        current = inner
        if os.fstat(current).st_dev != device:
            os.close(current)
            raise OSError(errno.EXDEV, name)
    return current


def _read(fd: int, shown: str, max_bytes: int) -> bytes:
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise SubmissionError(say("intake.not_a_file", name=shown))
    if status.st_nlink != 1:
        raise SubmissionError(say("intake.hard_link", name=shown, count=status.st_nlink))
    content = bytearray()
    while status.st_size <= max_bytes and len(content) <= max_bytes:
        piece = os.read(fd, _CHUNK)
        if not piece:
            return bytes(content)
        content += piece
    # The size said so, or the file grew while it was read.
    raise SubmissionError(say("intake.too_large", name=shown, megabytes=max_bytes // _MIB))


def _refusal(error: OSError, shown: str) -> Exception:
    return error if error.errno in STORAGE_ERRORS else SubmissionError(_why_not(error, shown))


def _why_not(error: OSError, shown: str) -> Message:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return say("intake.missing", name=shown)
    if error.errno in _LINKS:
        return say("intake.link", name=shown)
    return say("intake.unreadable", name=shown, detail=errno.errorcode.get(error.errno or 0, "?"))
