"""Results on disk: one file per job key, written whole or not at all.

The record's bytes depend on the job alone, so a second run writes the same file. What only the TA
may see (the traceback of a broken check) lies beside it as `<key>.log`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from grader.files import read_whole, write_atomically
from grader.outcome import UnitResult


def readable_json(record: object) -> bytes:
    """Return a record as indented JSON with a final newline; the same record, the same bytes."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


class ResultStore:
    """The `results/` folder of a class."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, key: str) -> UnitResult | None:
        """Return the result of a job, None when there is none or it cannot be decoded.

        A disk that cannot be read is no missing result: its error stops the run, and judging again
        would not help.
        """
        try:
            return msgspec.json.decode(read_whole(self._path(key)), type=UnitResult)
        except (FileNotFoundError, msgspec.DecodeError, msgspec.ValidationError):
            return None

    def put(self, key: str, result: UnitResult) -> None:
        """Store a result."""
        write_atomically(self._path(key), readable_json(result))

    def put_log(self, key: str, log: str) -> None:
        """Store what the TA needs to mend what was not judged; an empty log removes an earlier one.

        It may quote checks.
        """
        path = self._path(key).with_suffix(".log")
        if log:
            write_atomically(path, log.encode())
        else:
            path.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"
