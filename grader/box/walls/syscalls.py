"""System calls that Python 3.11 does not offer, through ctypes and nothing else.

Everything is resolved at import: after the walls are up nothing can be loaded lazily. `NUMBERS` has
what raising the walls calls by number; what the filter knows by number is in `machines`.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys

MACHINE = platform.machine()

# Calls from Linux 5.1 on have one number on every machine.
_EVERYWHERE = {
    "landlock_create_ruleset": 444,
    "landlock_add_rule": 445,
    "landlock_restrict_self": 446,
    "mount_setattr": 442,
    "openat2": 437,
}
NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {"pivot_root": 155, "seccomp": 317, **_EVERYWHERE},
    "aarch64": {"pivot_root": 41, "seccomp": 277, **_EVERYWHERE},
}

NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
ALL_NAMESPACES = NEWNS | NEWCGROUP | NEWUTS | NEWIPC | NEWUSER | NEWPID | NEWNET

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 1, 2, 4, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4

_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def invoke(name: str, *args: object) -> int:
    """Make the system call `name`; OSError with its errno when it fails."""
    number = NUMBERS.get(MACHINE, _EVERYWHERE).get(name)
    if number is None:
        raise OSError(38, f"{name}: no system call table for {MACHINE}")
    assert _libc is not None
    _libc.syscall.restype = ctypes.c_long
    return _checked(int(_libc.syscall(ctypes.c_long(number), *args)), name)


def unshare(flags: int) -> None:
    """Leave the namespaces named by `flags`."""
    assert _libc is not None
    _checked(_libc.unshare(ctypes.c_int(flags)), "unshare")


def setns(fd: int, kind: int) -> None:
    """Enter the namespace behind `fd` (a namespace file or a pidfd)."""
    assert _libc is not None
    _checked(_libc.setns(ctypes.c_int(fd), ctypes.c_int(kind)), "setns")


def mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> None:
    """mount(2)."""
    assert _libc is not None
    result = _libc.mount(
        None if source is None else os.fsencode(source),
        os.fsencode(target),
        None if kind is None else os.fsencode(kind),
        ctypes.c_ulong(flags),
        os.fsencode(data) if data else None,
    )
    _checked(result, f"mount {target}")


def unmount(target: str) -> None:
    """Detach the mount at `target` at once, busy or not."""
    assert _libc is not None
    _checked(_libc.umount2(os.fsencode(target), ctypes.c_int(MNT_DETACH)), f"umount {target}")


def make_tree_read_only(path: str) -> None:
    """Make the mount at `path` and all below it read-only; a remount would leave submounts out."""
    read_only = _MountAttributes(set=MS_RDONLY | MS_NOSUID | MS_NODEV)
    size = ctypes.c_size_t(ctypes.sizeof(read_only))
    where = (ctypes.c_int(_AT_FDCWD), os.fsencode(path), ctypes.c_uint(_AT_RECURSIVE))
    invoke("mount_setattr", *where, ctypes.byref(read_only), size)


def pivot_root(new: str, old: str) -> None:
    """Make `new` the root and leave the former root at `old`."""
    invoke("pivot_root", os.fsencode(new), os.fsencode(old))


def prctl(operation: int, argument: int = 0) -> None:
    """prctl(2) with one argument."""
    assert _libc is not None
    zero = ctypes.c_ulong(0)
    result = _libc.prctl(ctypes.c_int(operation), ctypes.c_ulong(argument), zero, zero, zero)
    _checked(result, f"prctl {operation}")


def set_no_capabilities() -> None:
    """Empty the effective, permitted and inheritable capability sets."""
    assert _libc is not None
    header = _CapabilityHeader(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _checked(_libc.capset(ctypes.byref(header), nothing), "capset")


def _checked(result: int, what: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result
