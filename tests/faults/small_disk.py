"""Run a command while a folder lies on a disk with so much room and no more, or a read-only one.

    python small_disk.py FOLDER FREE_BYTES|ro COMMAND ...

Needs root. In a mount namespace of its own a file system in memory covers the folder, with what is
in it; what the command left there is copied back to the real one at the end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
CANNOT = 75
"""Exit code where root may not mount: a container."""
PAGE = 4096
sys.path.insert(0, str(CHECKOUT))

from grader.box.walls import syscalls  # noqa: E402 - found by the line above


def taken_bytes(folder: Path) -> int:
    """Return what the files below take, in whole pages."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sum(-(-path.stat().st_size // PAGE) * PAGE for path in files)


def cover(folder: Path, free: str) -> Path:
    """Put the small disk over the folder; return the way to the real one."""
    handle = os.open(folder, os.O_PATH)
    real = Path(f"/proc/self/fd/{handle}")
    # A whole page is the least that there is; a size of 0 would mean no limit.
    room = taken_bytes(folder) + (0 if free == "ro" else int(free)) or PAGE
    syscalls.mount("tmpfs", str(folder), "tmpfs", 0, f"size={room}")
    shutil.copytree(real, folder, dirs_exist_ok=True)
    if free == "ro":
        syscalls.mount(None, str(folder), None, syscalls.MS_REMOUNT | syscalls.MS_RDONLY)
    return real


def bring_back(folder: Path, real: Path) -> None:
    """Make the real folder what the covered one is."""
    for path in real.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    shutil.copytree(folder, real, dirs_exist_ok=True)


def main() -> int:
    """Cover the folder, run the command, and return its exit code."""
    folder, free, command = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    try:
        syscalls.unshare(syscalls.NEWNS)
        syscalls.mount(None, "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
        real = cover(folder, free)
    except PermissionError as error:
        sys.stderr.write(f"{error}\n")
        return CANNOT
    done = subprocess.run(command, cwd=CHECKOUT, check=False)
    bring_back(folder, real)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
