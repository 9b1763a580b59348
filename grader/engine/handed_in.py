"""The files of one student's folder that may be a unit, found without opening any of them.

Archives are unpacked with a folder around the files, browsers add `.txt`, macOS adds a twin to each
file, a name may be in the encoding of a Chinese Windows: a file is found all the same, links are
followed nowhere, and a folder of a million files costs no more than one of a thousand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from grader.errors import SubmissionError
from grader.files import STORAGE_ERRORS
from grader.messages import say
from grader.notebooks.decode import shown
from grader.notebooks.identify import match_file

MAX_FILES = 60
"""Files of one student and bundle that are looked at; a bundle has a dozen units."""
MAX_ENTRIES = 1000
"""Entries of one folder that are looked at."""
MAX_DEPTH = 3

# Windows drops dots and blanks at the end of a name: there it reads like any other.
_NOTEBOOK = re.compile(r"\.ipynb(?:\.txt|\.json)?[. ]*\Z", re.IGNORECASE)
_ARCHIVE = re.compile(r"\.(?:zipx?|rar|7z|tar|t?gz|t?bz2?|t?xz|t?zst)[. ]*\Z", re.IGNORECASE)
_NOT_THEIRS = ("._", ".~", ".nfs", "__MACOSX", ".ipynb_checkpoints", ".git")
"""What systems and editors leave behind: twins, backups, checkpoints, files that are still open."""


class Found(NamedTuple):
    """One file that may hold a unit."""

    path: str
    """Relative to the student's folder, as the system knows it."""
    depth: int
    """Folders it lies in."""
    is_notebook: bool
    """By its name; else an archive, or a file named like a unit."""

    @property
    def shown(self) -> str:
        """Return the path as text that any file or database takes."""
        return _as_text(self.path)

    @property
    def shown_name(self) -> str:
        """Return the file's name alone, as text."""
        return self.shown.rpartition("/")[2]


def list_files(folder: Path, unit_ids: Sequence[str]) -> tuple[Found, ...]:
    """Return the files in a student's folder that may hold a unit, the best known names first.

    Parameters
    ----------
    folder
        `submitted/<student>/<bundle>`.

    Raises
    ------
    SubmissionError
        The folder, or the student's, is a link, or it cannot be read.
    OSError
        The disk or the file server fails: that is no student's fault.
    """
    for part in (folder.parent, folder):
        if part.is_symlink():
            raise SubmissionError(say("work.linked_folder", folder=shown(_as_text(part.name))))
    try:
        found = [f for f in _walk(folder, "", 0) if f.is_notebook or _of_another_kind(f, unit_ids)]
    except OSError as error:
        if error.errno in STORAGE_ERRORS:
            raise
        detail = error.strerror or type(error).__name__
        raise SubmissionError(
            say("intake.unreadable", name=shown(_as_text(folder.name)), detail=detail)
        ) from None
    exact = {f"{unit_id}.ipynb" for unit_id in unit_ids}
    found.sort(key=lambda f: (f.path not in exact, not f.is_notebook, f.depth, f.path))
    return tuple(found[:MAX_FILES])


def _walk(folder: Path, prefix: str, depth: int) -> Iterator[Found]:
    with os.scandir(folder) as entries:
        inside = sorted(islice(entries, MAX_ENTRIES), key=lambda e: e.name)
    for entry in inside:
        if entry.name.startswith(_NOT_THEIRS):
            continue
        path = prefix + entry.name
        if entry.is_dir(follow_symlinks=False) and depth < MAX_DEPTH:
            yield from _walk(folder / entry.name, f"{path}/", depth + 1)
        # A folder or a link with a notebook's name is one that cannot be read: that is said.
        yield Found(path, depth, _NOTEBOOK.search(entry.name) is not None)


def _of_another_kind(file: Found, unit_ids: Sequence[str]) -> bool:
    return bool(_ARCHIVE.search(file.path)) or match_file(file.shown_name, unit_ids) is not None


def _as_text(name: str) -> str:
    """Return a file's name as text; one that is not UTF-8 as a Chinese Windows would read it."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("gb18030", "replace")
    return name
