"""Copies of the gradebook, so that nothing a person entered can be lost through us.

A copy is made before the first write to a database that holds anything we did not put there since
our last write: nbgrader's own marks, or a marker's. The hash of the file as we left it tells.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from grader.errors import GraderError
from grader.files import part_of, write_atomically
from grader.gradebook.marks import BOOK
from grader.messages import say

LEFT = "gradebook.left"
"""In `results/`: the hash of the database as our last write left it."""


def back_up(class_dir: Path) -> Path | None:
    """Copy the gradebook to a new file if somebody else wrote to it; return the copy, if any.

    Never replaces a copy. SQLite's own backup is used: it is right even while another program
    writes.

    Raises
    ------
    GraderError
        No copy can be made.
    """
    book = class_dir / BOOK
    if not book.is_file() or book.stat().st_size == 0 or _left(class_dir) == _hash(book):
        return None
    names = (class_dir / f"{BOOK}.{n}.bak" for n in itertools.count(1))
    copy = next(path for path in names if not path.exists())
    part = part_of(copy)
    part.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{book.as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
        os.replace(part, copy)
    except sqlite3.Error as error:
        raise unwritable(book, str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return copy


def unwritable(book: Path, detail: str) -> GraderError:
    """Return the error that the gradebook cannot be written now."""
    message = say("gradebook.busy", path=str(book), detail=detail)
    return GraderError(message, say("gradebook.busy_hint"))


def remember(class_dir: Path) -> None:
    """Note the gradebook, if there is one, as we left it."""
    path = class_dir / "results" / LEFT
    if (class_dir / BOOK).is_file():
        write_atomically(path, f"{_hash(class_dir / BOOK)}\n".encode("ascii"))


def _left(class_dir: Path) -> str:
    try:
        return (class_dir / "results" / LEFT).read_text("ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _hash(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
