"""The files of a class that formgrader reads beside the database: pages and timestamps.

Formgrader shows a submission's points only if `submitted/…/timestamp.txt` says the same time as the
database, and one timestamp that it cannot read takes the whole list of submissions down.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from grader.box.intake import read_file
from grader.errors import SubmissionError
from grader.files import write_atomically
from grader.notebooks.decode import MAX_BYTES

TIMESTAMP = "timestamp.txt"
_MAX_TIMESTAMP = 1000
_LAST_S = dt.datetime(9999, 1, 1, tzinfo=dt.UTC).timestamp()


def page_path(class_dir: Path, student: str, bundle: str, unit: str) -> Path:
    """Return where the page of a student's unit lies."""
    return class_dir / "autograded" / student / bundle / f"{unit}.ipynb"


def page_hash(path: Path) -> str:
    """Return the hash of a page; "" where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


def put_page(path: Path, page: bytes | None, before: str) -> str:
    """Write a page and return its hash; without one, remove the one we wrote, told by its hash.

    A page that a power cut takes is written again by the next run, which knows its hash.
    """
    if page is None:
        if before and page_hash(path) == before:
            path.unlink()
        return ""
    write_atomically(path, page, safe=False)
    return hashlib.sha256(page).hexdigest()


def read_timestamp(folder: Path) -> str:
    """Return what `timestamp.txt` of a submission says; "" where it is missing or no plain file."""
    if not folder.is_dir():
        return ""
    try:
        return (
            read_file(folder, TIMESTAMP, max_bytes=_MAX_TIMESTAMP)
            .decode("utf-8", "replace")
            .strip()
        )
    except SubmissionError:
        return ""


def make_timestamp(folder: Path, names: Sequence[str]) -> str:
    """Give a submission a timestamp, the time its newest file was written; return it.

    Parameters
    ----------
    folder
        The student's submitted bundle. What stands there as `timestamp.txt` is kept aside. Into a
        folder that is a link nothing is written: the submission then has no time.
    names
        The files that count; the folder's own time counts if there is none.
    """
    if folder.is_symlink() or folder.parent.is_symlink():
        return ""
    with contextlib.suppress(FileNotFoundError):
        os.replace(folder / TIMESTAMP, folder / f"{TIMESTAMP}.unreadable")
    times = [folder.lstat().st_mtime]
    for name in names:
        with contextlib.suppress(OSError, ValueError):
            times.append((folder / name).lstat().st_mtime)
    when = moment(int(max(times[1:] or times)))
    text = f"{when:%Y-%m-%d %H:%M:%S.%f} UTC"
    put_timestamp(folder, text)
    return text


def moment(seconds: float) -> dt.datetime:
    """Return the time of a file; one beyond the calendar, which some disks can hold, is its end."""
    return dt.datetime.fromtimestamp(min(max(seconds, 0), _LAST_S), dt.UTC)


def put_timestamp(folder: Path, text: str) -> None:
    """Write a timestamp into a folder, made if it is missing; an empty one is no file."""
    if text:
        write_atomically(folder / TIMESTAMP, f"{text}\n".encode(), safe=False)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / TIMESTAMP).unlink(missing_ok=True)


def read_submitted(folder: Path, file: str) -> bytes | None:
    """Return a submitted file; None where there is none, or it cannot be read.

    Parameters
    ----------
    folder
        The student's submitted bundle.
    file
        As a report names it: a name that is not UTF-8 as a Chinese Windows reads it.
    """
    if not file or folder.is_symlink() or folder.parent.is_symlink():
        return None
    for name in dict.fromkeys((file, os.fsdecode(file.encode("gb18030", "replace")))):
        with contextlib.suppress(SubmissionError):
            return read_file(folder, name, max_bytes=MAX_BYTES)
    return None
