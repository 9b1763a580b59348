"""When work was handed in: what `grade --since` goes by."""

from __future__ import annotations

import datetime as dt
import os
import re
from pathlib import Path

from grader.errors import UsageError
from grader.gradebook.pages import moment, read_timestamp
from grader.messages import say

_STAMP = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)")


def parse_since(text: str) -> dt.datetime:
    """Return a date or a time of the TA's own clock. UsageError for anything else."""
    try:
        when = dt.datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(say("cli.since")) from None
    return when.astimezone(dt.UTC)


def handed_in(folder: Path) -> dt.datetime:
    """Return when a student's folder last changed: its newest file, or its `timestamp.txt`.

    Whichever is later: a file copied after it was handed in is graded once too often rather than
    not at all.
    """
    times = [folder.lstat().st_mtime]
    if not folder.is_symlink():
        with os.scandir(folder) as entries:
            times += [e.stat(follow_symlinks=False).st_mtime for e in entries]
    latest = moment(max(times))
    stamp = _STAMP.match(read_timestamp(folder))
    if stamp is None:
        return latest
    try:
        said = dt.datetime.fromisoformat(stamp[1]).replace(tzinfo=dt.UTC)
    except ValueError:
        return latest
    return max(latest, said)
