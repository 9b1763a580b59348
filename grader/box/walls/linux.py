"""The walls of rungs A, B and C on Linux: one `setup_*` function per wall, each with its reason.

Two moments: `isolate_zygote` and `build_view` run once, in the zygote; `raise_walls` runs in every
box and is the list to audit.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from contextlib import suppress

from . import READABLE_DEVICES, Bind, Plan, Rung, bare, landlock, seccomp, syscalls

# Throwaway users: far above every account, or just above them where a container maps few ids.
_FAR_UIDS = range(1_000_000, 1_060_000)
_NEAR_UIDS = range(60_100, 61_000)
_UIDS_INSIDE = range(1000, 1000 + len(_FAR_UIDS))
_VIEW_FLAGS = syscalls.MS_NOSUID | syscalls.MS_NODEV
NOBODY_ELSE = range(0)
"""No throwaway users: the box stays the user it is."""
_INODES = 4096
_ROOT = 0
# Exit codes of the helper that writes the id maps.
_MAPPED_WIDE, _NOT_MAPPED, _MAPPED_ROOT = 0, 1, 2


def raise_walls(plan: Plan, channel: int, output: int) -> None:
    """Close this process in. After the last line it can only compute, and talk on its channel."""
    bare.setup_descriptors(channel, output)
    bare.setup_session()
    setup_private_folder(plan)
    bare.setup_limits(plan)
    setup_user(plan)
    setup_no_privileges()
    setup_death_with_parent()
    setup_files(plan)
    setup_system_calls()


def setup_private_folder(plan: Plan) -> None:
    """Give the box a folder of its own, of bounded size, that vanishes with it."""
    if plan.rung is Rung.A:
        syscalls.unshare(syscalls.NEWNS)
        owner = max(plan.uid, 0)
        size = f"size={plan.quota.disk_bytes},nr_inodes={_INODES},mode=0700"
        data = f"{size},uid={owner},gid={owner}"
        syscalls.mount("tmpfs", plan.folder, "tmpfs", _VIEW_FLAGS, data)
    elif plan.uid >= 0:
        os.chown(plan.folder, plan.uid, plan.uid)
    os.chdir(plan.folder)


def setup_user(plan: Plan) -> None:
    """Become a user that owns nothing, so that file modes and thread limits bind even for root.

    The bounding set has to go first: afterwards the right to drop it is gone.
    """
    _drop_bounding_set()
    if plan.uid >= 0:
        os.setgroups([])
        os.setresgid(plan.uid, plan.uid, plan.uid)
        os.setresuid(plan.uid, plan.uid, plan.uid)
    elif plan.rung is Rung.B and os.getuid() == _ROOT and plan.base_tasks >= 0:
        # Root that has to stay root to read Python: files ask for the effective user, but threads
        # are counted for the real one, and root's never are. On rung A root may be anybody.
        uids = throwaway_uids()
        with suppress(OSError):  # then the keeper counts them
            os.setresuid(uids[os.getpid() % len(uids)], -1, -1)


def setup_no_privileges() -> None:
    """Give up every capability, for this process and for all that it might execute."""
    syscalls.prctl(syscalls.PR_CAP_AMBIENT, syscalls.PR_CAP_AMBIENT_CLEAR_ALL)
    syscalls.set_no_capabilities()
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    # Not dumpable: no process of the same user may attach to it or read its memory.
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)


def setup_death_with_parent() -> None:
    """Die with the zygote. Set after the change of user, which clears it."""
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)


def setup_files(plan: Plan) -> None:
    """Let only Python's own folders be read and only the private folder be written (Landlock)."""
    if plan.rung is Rung.C:
        return
    readable = [bind.path for bind in plan.binds if not bind.target]
    landlock.restrict([*readable, *READABLE_DEVICES], [plan.folder, os.devnull])


def setup_system_calls() -> None:
    """Allow the calls that numerical Python needs (seccomp). Last: it forbids raising walls."""
    seccomp.install(os.getpid())


def isolate_zygote() -> range:
    """Enter new namespaces and continue as process 1; return the throwaway users, if any.

    The caller's process stays behind as a parent that waits, so that the keeper's child lives as
    long as the zygote does.
    """
    uids = _enter_user_namespace()
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0x7F)
    setup_death_with_parent()
    return uids


def fork_into_new_pid_namespace(own_namespace: int) -> int:
    """Fork a child that is process 1 of a namespace of its own. Returns like `os.fork`.

    Parameters
    ----------
    own_namespace
        A pidfd of this process: the way back for its later children.
    """
    syscalls.unshare(syscalls.NEWPID)
    child = -1
    try:
        child = os.fork()
    finally:
        if child:
            syscalls.setns(own_namespace, syscalls.NEWPID)
    return child


def build_view(binds: Iterable[Bind]) -> None:
    """Replace the file system by an empty one that shows `binds`, read-only, and a few devices."""
    syscalls.mount(None, "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount("tmpfs", "/tmp", "tmpfs", _VIEW_FLAGS, "size=1m,nr_inodes=4096,mode=0755")
    os.mkdir("/tmp/old", 0o700)
    syscalls.pivot_root("/tmp", "/tmp/old")
    os.chdir("/")
    for bind in binds:
        if bind.target:
            _link(bind)
        else:
            _bind(bind.path, "/old" + bind.path)
            syscalls.make_tree_read_only(bind.path)
    for device in READABLE_DEVICES:
        _bind(device, "/old" + device)
    for folder in ("/box", "/tmp"):
        os.makedirs(folder, exist_ok=True)
    syscalls.unmount("/old")
    os.rmdir("/old")
    read_only = syscalls.MS_REMOUNT | syscalls.MS_BIND | syscalls.MS_RDONLY | _VIEW_FLAGS
    syscalls.mount(None, "/", None, read_only)


def throwaway_uids() -> range:
    """Return user ids that no account has, within what this user namespace maps."""
    return _FAR_UIDS if mapped(_FAR_UIDS) else _NEAR_UIDS


def mapped(uids: range) -> bool:
    """Return whether this user namespace knows all of these user ids."""
    with open("/proc/self/uid_map") as lines:
        maps = [[int(word) for word in line.split()] for line in lines]
    return any(first <= uids.start and uids.stop <= first + n for first, _, n in maps)


def open_to_others(paths: Iterable[str]) -> bool:
    """Return whether a user who owns nothing can reach every one of `paths`."""
    for path in paths:
        while True:
            if not os.stat(path).st_mode & 0o001 and os.path.isdir(path):
                return False
            if path == "/":
                break
            path = os.path.dirname(path)
    return True


def _enter_user_namespace() -> range:
    uid, gid = os.getuid(), os.getgid()
    flags = syscalls.ALL_NAMESPACES
    if uid == _ROOT:
        return _enter_as_root(flags)
    syscalls.unshare(flags)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"0 {uid} 1")
    _write("/proc/self/gid_map", f"0 {gid} 1")
    return NOBODY_ELSE


def _enter_as_root(flags: int) -> range:
    """Map throwaway users too: RLIMIT_NPROC never binds the host's uid 0, in any namespace.

    A map of several ids can only be written from outside, so a helper stays behind to do it.
    """
    wait, go = os.pipe()
    zygote = os.getpid()
    helper = os.fork()
    if helper == 0:
        os.close(go)
        os.read(wait, 1)
        os._exit(_write_maps(zygote))
    os.close(wait)
    try:
        syscalls.unshare(flags)
    finally:
        os.close(go)
        _, status = os.waitpid(helper, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (_MAPPED_WIDE, _MAPPED_ROOT):
        raise PermissionError("uid_map: the kernel refused the mapping")
    return _UIDS_INSIDE if code == _MAPPED_WIDE else NOBODY_ELSE


def _write_maps(pid: int) -> int:
    wide = f"0 0 1\n{_UIDS_INSIDE.start} {_FAR_UIDS.start} {len(_FAR_UIDS)}"
    for mapping, code in ((wide, _MAPPED_WIDE), ("0 0 1", _MAPPED_ROOT)):
        try:
            for name in ("uid_map", "gid_map"):
                _write(f"/proc/{pid}/{name}", mapping)
        except OSError:
            continue
        return code
    return _NOT_MAPPED


def _drop_bounding_set() -> None:
    for capability in range(64):
        try:
            syscalls.prctl(syscalls.PR_CAPBSET_DROP, capability)
        except OSError:
            # EINVAL: past the kernel's last capability. EPERM: an ordinary user has none to drop.
            return


def _bind(path: str, source: str) -> None:
    if os.path.isdir(source):
        os.makedirs(path, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "x"):
            pass
    syscalls.mount(source, path, None, syscalls.MS_BIND | syscalls.MS_REC)


def _link(bind: Bind) -> None:
    os.makedirs(os.path.dirname(bind.path), exist_ok=True)
    os.symlink(bind.target, bind.path)


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
