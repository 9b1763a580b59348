"""Run a command as a user who owns nothing, on a machine where that user can read Python.

    python ordinary_user.py UID COMMAND ...

Needs root. In a mount namespace of its own, every folder that hides the interpreter or this
checkout from others (a home folder of mode 0700) is replaced by one that shows just these two.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
CANNOT = 75
"""Exit code where root may not mount: a container."""
sys.path.insert(0, str(CHECKOUT))

from grader.box.walls import syscalls  # noqa: E402 - found by the line above


def hidden_by(path: Path) -> Path | None:
    """Return the outermost folder above `path` that others may not enter."""
    closed = [p for p in reversed(path.parents) if not p.stat().st_mode & 0o001]
    return closed[0] if closed else None


def show(paths: list[Path]) -> None:
    """Make `paths` reachable for everybody in this mount namespace."""
    handles = {path: os.open(path, os.O_PATH) for path in paths if hidden_by(path)}
    for cover in {hidden_by(path) for path in handles}:
        syscalls.mount("tmpfs", str(cover), "tmpfs", 0, "mode=0755")
    for path, handle in handles.items():
        path.mkdir(parents=True, exist_ok=True)
        syscalls.mount(f"/proc/self/fd/{handle}", str(path), None, syscalls.MS_BIND)


def main() -> None:
    """Set the stage, become the user, and run the command."""
    uid = int(sys.argv[1])
    try:
        syscalls.unshare(syscalls.NEWNS)
        syscalls.mount(None, "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
        show([Path(sys.prefix), Path(sys.base_prefix), CHECKOUT])
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(CANNOT) from None
    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    os.environ["HOME"] = "/nonexistent"
    os.chdir(CHECKOUT)
    os.execv(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
