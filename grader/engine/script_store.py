"""Scripts on disk, so that a second run of a class, or a late submission, finds the unit rehearsed.

A cache and nothing else. A file's name covers all that went into it: the checks and what they
import, the salt, the model solution, our own source, the libraries. Whatever is wrong with a file
means that it is not there. It holds the hidden cases and, pickled, what was drawn for them, so it
belongs to the class folder, which no box ever sees, in a folder that its owner alone may enter.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from grader.checks.scripts import Script
from grader.engine.fingerprint import hash_parts
from grader.engine.plan import Job
from grader.files import write_atomically

_DIGEST_BYTES = hashlib.sha256().digest_size


class ScriptStore:
    """Scripts of units by the jobs that they serve.

    Parameters
    ----------
    folder
        Where they lie; None where nothing is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, job: Job, solution: Sequence[str]) -> dict[str, Script] | None:
        """Return the scripts of a job's unit by the name of the check; None where none are kept.

        Parameters
        ----------
        solution
            The cells of the model solution.
        """
        if self._folder is None:
            return None
        try:
            if not _is_ours(self._folder.lstat()):
                return None
            data = _read(self._folder / _name(job, solution))
            digest, body = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
            if hashlib.sha256(body).digest() != digest:
                return None
            return msgspec.msgpack.decode(body, type=dict[str, Script])
        except (OSError, msgspec.DecodeError, msgspec.ValidationError):
            return None

    def put(self, job: Job, solution: Sequence[str], scripts: Mapping[str, Script]) -> None:
        """Keep the scripts of a job's unit in place of earlier ones; a full disk keeps none."""
        if self._folder is None:
            return
        name = _name(job, solution)
        body = msgspec.msgpack.encode(scripts)
        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if not _is_ours(self._folder.lstat()):
                return
            write_atomically(self._folder / name, hashlib.sha256(body).digest() + body)
            for earlier in self._folder.glob(f"{_prefix(job)}*"):
                if earlier.name != name:
                    earlier.unlink(missing_ok=True)


def _prefix(job: Job) -> str:
    """Return how the names of all scripts of one unit and release begin."""
    return f"{job.unit}-{job.scope}-{hash_parts([job.salt.encode()])[:12]}-"


def _name(job: Job, solution: Sequence[str]) -> str:
    parts = (job.fingerprint, job.unit, job.scope, job.salt, *solution)
    return f"{_prefix(job)}{hash_parts(part.encode() for part in parts)[:32]}.msgpack"


def _is_ours(found: os.stat_result) -> bool:
    """Return whether nobody else can have put files into a folder: what was drawn is unpickled."""
    private = not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and private


def _read(path: Path) -> bytes:
    """Return what a file holds; of a pipe nothing comes, and nobody waits for it."""
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
        return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
