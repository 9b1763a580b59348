"""Landlock: which files may be opened, no TCP, no signals or abstract sockets to the outside.

A rule binds an inode, so a rule set is built after every mount is in place. What the kernel's
version (ABI) cannot enforce is left out here; the doctor's attacks decide whether that is enough.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

from . import syscalls

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
MAKE_CHAR, MAKE_SOCK, MAKE_BLOCK = 1 << 6, 1 << 9, 1 << 11
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
_READ = EXECUTE | READ_FILE | READ_DIR
_FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
_NEVER = MAKE_CHAR | MAKE_BLOCK | MAKE_SOCK | IOCTL_DEV

# Number of file rights the kernel knows, by ABI: REFER came with 2, TRUNCATE 3, IOCTL_DEV 5.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
_FILE_RIGHTS_NOW = 16
_ABI_WITH_TCP, _ABI_WITH_SCOPES = 4, 6
_VERSION_FLAG, _RULE_PATH_BENEATH = 1, 1


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("tcp", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("fd", ctypes.c_int32))


def abi() -> int:
    """Return the kernel's Landlock version. OSError where there is none."""
    return syscalls.invoke(
        "landlock_create_ruleset", None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG)
    )


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Confine this process: `readable` trees and files, `writable` ones, and nothing else."""
    version = abi()
    handled = (1 << _FILE_RIGHTS.get(version, _FILE_RIGHTS_NOW)) - 1
    rules = _create(version, handled)
    try:
        for path in readable:
            _allow(rules, path, _READ & handled)
        for path in writable:
            _allow(rules, path, handled & ~_NEVER)
        syscalls.invoke("landlock_restrict_self", ctypes.c_int(rules), ctypes.c_uint32(0))
    finally:
        os.close(rules)


def _create(version: int, handled: int) -> int:
    tcp = 0b11 if version >= _ABI_WITH_TCP else 0
    scoped = 0b11 if version >= _ABI_WITH_SCOPES else 0
    # An older kernel refuses a structure longer than the one it knows.
    size = 24 if scoped else 16 if tcp else 8
    ruleset = _Ruleset(handled, tcp, scoped)
    return syscalls.invoke(
        "landlock_create_ruleset", ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0)
    )


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        granted = rights if os.path.isdir(path) else rights & _FOR_FILES
        rule = _PathBeneath(granted, fd)
        syscalls.invoke(
            "landlock_add_rule",
            ctypes.c_int(rules),
            ctypes.c_int(_RULE_PATH_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(fd)
