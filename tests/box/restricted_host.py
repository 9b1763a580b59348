"""Run a command on a *simulated* host: one that forbids what boxes are made of.

    python restricted_host.py HOST COMMAND ...

What stands here for a kernel or a container is a filter of system calls (for one host, Landlock) in
front of the whole program: as close to the real thing as the sentence beside each host says and no
closer. Everything started from here is held by it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterable
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
sys.path.insert(0, str(CHECKOUT))

from grader.box.walls import bpf, landlock, syscalls  # noqa: E402 - found by the line above

_NUMBERS = """
clone=56 mount=165 umount2=166 pivot_root=155 add_key=248 request_key=249 keyctl=250 unshare=272
perf_event_open=298 open_by_handle_at=304 setns=308 kcmp=312 bpf=321 userfaultfd=323
io_uring_setup=425 open_tree=428 move_mount=429 fsopen=430 fsconfig=431 fsmount=432 fspick=433
clone3=435 mount_setattr=442 landlock_create_ruleset=444 landlock_add_rule=445
landlock_restrict_self=446
"""
_CALLS = {name: int(number) for name, number in (p.split("=") for p in _NUMBERS.split())}
_MOUNTS = ("mount", "umount2", "pivot_root", "mount_setattr", "move_mount", "open_tree")
_NEW_MOUNTS = ("fsopen", "fsconfig", "fsmount", "fspick")
_NAMESPACES = ("unshare", "setns", *_MOUNTS, *_NEW_MOUNTS)
_KERNEL_TOOLS = (
    *("keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd"),
    *("io_uring_setup", "kcmp", "open_by_handle_at"),
)
_LANDLOCK = ("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self")
# What the processes of root have in a container of Docker's: CHOWN, DAC_OVERRIDE, FOWNER, FSETID,
# KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE, NET_RAW, SYS_CHROOT, MKNOD, AUDIT_WRITE, SETFCAP.
_DOCKERS_RIGHTS = sum(1 << bit for bit in (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31))
CANNOT = 75


def docker() -> None:
    """Docker's default: few rights, and its filter refuses namespaces, mounts and kernel tools.

    Its AppArmor profile, masked files and own namespaces are left out.
    """
    _keep_rights(_DOCKERS_RIGHTS)
    _filter(_refusing((*_NAMESPACES, *_KERNEL_TOOLS), errno.EPERM) + _clone_without_namespaces())


def old_docker() -> None:
    """A Docker whose filter does not know Landlock, so refuses that as well."""
    _keep_rights(_DOCKERS_RIGHTS)
    refused = (*_NAMESPACES, *_KERNEL_TOOLS, *_LANDLOCK)
    _filter(_refusing(refused, errno.EPERM) + _clone_without_namespaces())


def no_mounts() -> None:
    """Namespaces can be made and mounting in them is refused: a container's AppArmor profile."""
    _filter(_refusing((*_MOUNTS, *_NEW_MOUNTS), errno.EPERM))


def no_mapping() -> None:
    """Namespaces can be made and no user mapped into them: Ubuntu 24.04 for an ordinary user.

    A filter cannot tell files apart, so Landlock forbids writing below /proc. The real refusal is
    AppArmor's, which takes all capabilities away in the new namespace.
    """
    rules = landlock._create(1, landlock.WRITE_FILE)
    for folder in os.listdir("/"):
        if folder != "proc":
            landlock._allow(rules, f"/{folder}", landlock.WRITE_FILE)
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.invoke("landlock_restrict_self", ctypes.c_int(rules), ctypes.c_uint32(0))
    os.close(rules)


def no_landlock() -> None:
    """A kernel built without Landlock, or older than 5.13."""
    _filter(_refusing(_LANDLOCK, errno.ENOSYS))


def landlock_off() -> None:
    """A kernel that has Landlock and was started without it."""
    _filter(_refusing(_LANDLOCK, errno.EOPNOTSUPP))


HOSTS = {
    host.__name__: host
    for host in (docker, old_docker, no_mounts, no_mapping, no_landlock, landlock_off)
}


def _refusing(names: Iterable[str], code: int) -> bpf.Program:
    answer = bpf.give(bpf.refuse(code))
    return [part for name in names for part in (bpf.jump(bpf.EQUAL, _CALLS[name], 0, 1), answer)]


def _clone_without_namespaces() -> bpf.Program:
    """As Docker has it: clone3, whose flags no filter sees, is unknown; clone's are looked at."""
    namespaces = syscalls.ALL_NAMESPACES
    return [
        bpf.jump(bpf.EQUAL, _CALLS["clone3"], 0, 1),
        bpf.give(bpf.refuse(errno.ENOSYS)),
        bpf.jump(bpf.EQUAL, _CALLS["clone"], 0, 3),
        bpf.load(bpf.argument(0)),
        bpf.jump(bpf.ANY_BIT, namespaces, 0, 1),
        bpf.give(bpf.refuse(errno.EPERM)),
    ]


def _filter(rules: bpf.Program) -> None:
    """Refuse what `rules` refuse, here and in all that is started from here; allow the rest."""
    code = b"".join([bpf.load(bpf.NUMBER), *rules, bpf.give(bpf.ALLOW)])

    class Given(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))

    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    given = Given(len(code) // bpf.INSTRUCTION_BYTES, code)
    syscalls.invoke("seccomp", ctypes.c_uint(1), ctypes.c_uint(0), ctypes.byref(given))


def _keep_rights(kept: int) -> None:
    """Lose every right of root but `kept`; an ordinary user has none to lose."""
    if os.getuid():
        return
    for right in range(64):
        if not kept >> right & 1:
            try:
                syscalls.prctl(syscalls.PR_CAPBSET_DROP, right)
            except OSError:
                break  # beyond the last that the kernel knows


def main() -> None:
    """Become the host and run the command."""
    if syscalls.MACHINE != "x86_64":
        sys.stderr.write("the numbers here are those of x86_64\n")
        raise SystemExit(CANNOT)
    HOSTS[sys.argv[1]]()
    os.execv(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
