"""Jobs: what has to be judged, each under a key that covers all its verdict depends on; pure."""

from __future__ import annotations

from typing import Literal

import msgspec

from grader.engine.fingerprint import hash_parts
from grader.outcome import Record

Scope = Literal["all", "public"]


class Job(Record, frozen=True):
    """One submission of one unit, as a worker gets it. No student's name is in it."""

    unit: str
    salt: str
    """The release's secret seed."""
    rung: str
    cells: tuple[tuple[int, str], ...]
    """Position in the notebook and source of each code cell, in order."""
    unanswered: tuple[str, ...] = ()
    """Entry points whose body is still the stub's."""
    defined_in: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    """Entry point -> position of the cell that defines it last."""
    scope: Scope = "all"
    fingerprint: str = ""
    """Of the unit's files, limits, our source and the libraries."""

    @property
    def key(self) -> str:
        """Return the name of this job's result: the hash of all of the above."""
        return hash_parts([msgspec.json.encode(self, order="deterministic")])[:32]
