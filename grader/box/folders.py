"""The private folder of a box on rungs B to D, which its student may have filled with traps.

On rung A it is a mount of bounded size that vanishes with the box. Elsewhere the kernel bounds each
file but not their sum, so the keeper looks (`holds_more`), and the zygote removes what is left.

`shutil.rmtree` recurses: three thousand folders inside each other ended it with a RecursionError,
and with it the zygote and the next student's box. It also gives up where a folder may not be read.
Here nothing recurses: what lies in a subfolder is moved to the top, then the subfolder is removed.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

PREFIX = "grader-box-"
"""How the name of such a folder begins; what follows is another in each box."""
_ALL_RIGHTS = 0o700
_ENTRIES = 4096
_BLOCK_BYTES = 512


def holds_more(folder: str, most_bytes: int) -> bool:
    """Return whether `folder` takes more than `most_bytes`, holds too much to count, or hides it.

    A file that is deleted but open is not seen; a box can have no more than 64 of them.
    """
    waiting, taken_bytes, entries = [folder], 0, 0
    while waiting:
        try:
            found = os.scandir(waiting.pop())
        except FileNotFoundError:
            continue
        except OSError:  # closed to us, or nested until its path is too long
            return True
        with found:
            for entry in found:
                entries += 1
                with suppress(OSError):  # it may vanish while we look
                    taken_bytes += entry.stat(follow_symlinks=False).st_blocks * _BLOCK_BYTES
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                if taken_bytes > most_bytes or entries > _ENTRIES:
                    return True
    return False


def remove(folder: str) -> None:
    """Remove `folder` with all that is in it. What resists stays, and nothing is raised."""
    with suppress(OSError):
        os.chmod(folder, _ALL_RIGHTS)
        top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            _empty(top)
        finally:
            os.close(top)
        os.rmdir(folder)


def _empty(top: int) -> None:
    # Names that no student can have guessed, so that moving a file here replaces none.
    prefix = secrets.token_hex(8)
    names = (f"{prefix}{i}" for i in count())
    found = True
    while found:
        found = False
        with os.scandir(top) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        _dissolve(top, entry.name, names)
                    else:
                        os.unlink(entry.name, dir_fd=top)
                    found = True


def _dissolve(top: int, name: str, names: Iterator[str]) -> None:
    """Move what lies in the folder `name` to the top, and remove the folder."""
    os.chmod(name, _ALL_RIGHTS, dir_fd=top)
    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
    try:
        with os.scandir(inner) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    # To give a folder another parent is to write into it.
                    os.chmod(entry.name, _ALL_RIGHTS, dir_fd=inner)
                os.rename(entry.name, next(names), src_dir_fd=inner, dst_dir_fd=top)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)
