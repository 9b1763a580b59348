"""Writing files so that a kill at any moment leaves the old one or the new one. Imports nothing."""

from __future__ import annotations

import os
from pathlib import Path

PART = ".part"
"""Ends the hidden name under which a file is written first; a killed run may leave one behind."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file in one step, its folder too if it is missing; what was there is replaced.

    Parameters
    ----------
    path
        Where to write.
    data
        The whole content. It is on the disk, not only in a cache, when this returns.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
