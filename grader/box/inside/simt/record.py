"""The record of a call: for each launch who touched what, in which order, and where in the source.

Appending is on the path of every access, so it is three appends of small things to lists. What the
keeper wants to see, sites as numbers, is worked out once a launch is over.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import sites
from .machine import Fault, Triple

WRITE, ATOMIC = 1, 2
"""Flags of an access: bits 0 and 1 of its code."""
NUMBER_SHIFT, OFFSET_SHIFT, PLACE_SHIFT = 8, 16, 32
MOST_PLACES = 1 << 32
MOST_ARRAYS = 256
MOST_THREADS = 1 << 20
MOST_EVENTS = 2 << 20
MOST_RUNS = 1 << 20
"""What the keeper takes, of threads, accesses and runs in one call (`access/gpu/decode.py`)."""
MOST_LAUNCHES = 64
"""Of one call. Each has a dozen arrays, and an answer holds 1024 (`box/wire/limits.py`)."""
FINISHED, BARRIER, WARP_BARRIER, PAUSED, CUT_OFF = range(5)
"""Why a thread stopped running."""
_RUN_COLUMNS = 5


class Log:
    """Accesses as they happen. Arrays append to the three lists; `enter` comes first.

    Attributes
    ----------
    places
        The element.
    marks
        Offset of the instruction << 16 | array number << 8 | flags.
    values
        The element read, or as it is after a write.
    frame
        Where the last access was made: it changes less often than there are accesses.
    """

    __slots__ = ("_code", "_owners", "_starts", "frame", "marks", "places", "values")

    def __init__(self, *, forgetful: bool = False) -> None:
        # Lists: appending to an `array` takes three times as long.
        self.places: Any = deque(maxlen=0) if forgetful else []
        self.marks: Any = deque(maxlen=0) if forgetful else []
        self.values: Any = deque(maxlen=0) if forgetful else []
        self.frame: FrameType | None = None
        self._code: CodeType | None = None
        self._owners: list[CodeType] = []
        self._starts: list[int] = []

    def __len__(self) -> int:
        return len(self.places)

    def enter(self, frame: FrameType) -> None:
        """Note whose instructions the next accesses are."""
        self.frame = frame
        if frame.f_code is not self._code:
            self._code = frame.f_code
            if isinstance(self.places, list):
                self._owners.append(frame.f_code)
                self._starts.append(len(self.places))

    def clear(self) -> None:
        """Forget all accesses."""
        for column in (self.places, self.marks, self.values, self._owners, self._starts):
            column.clear()
        self.frame = self._code = None

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Return places, marks and values."""
        # Through array.array: NumPy itself takes twice as long to convert a list.
        return (
            np.frombuffer(array("q", self.places), np.int64),
            np.frombuffer(array("q", self.marks), np.int64),
            np.frombuffer(array("d", self.values), np.float64),
        )

    def by_owner(self) -> Iterator[tuple[Any, CodeType]]:
        """Yield each code object with an index of its accesses; most kernels are only one."""
        if len(self._owners) == 1:
            yield slice(None), self._owners[0]
            return
        ids = np.fromiter(map(id, self._owners), np.uint64, len(self._owners))
        owners = np.repeat(ids, np.diff([*self._starts, len(self)]))
        for number, first in zip(*np.unique(ids, return_index=True), strict=True):
            yield np.flatnonzero(owners == number), self._owners[first]


class LaunchRecord:
    """One launch. Arrays append to `log`, or to `unseen` what nobody asks about.

    Attributes
    ----------
    forgotten
        Whether there was more to record than the keeper takes, so that nothing of it is left. The
        threads run on: those of an endless loop use up their time, not their memory.
    """

    def __init__(self, kernel: str, grid: Triple, block: Triple, order: int) -> None:
        self.kernel, self.grid, self.block, self.order = kernel, grid, block, order
        self.log, self.unseen = Log(), Log(forgetful=True)
        self.arrays: list[dict[str, Any]] = []
        self.shared_numbers: dict[Any, int] = {}
        """Numbers of the shared arrays, by where they are declared."""
        self.shared_bytes = 0
        self.runs: list[tuple[int, int, int, int, int]] = []
        self.stops: list[tuple[CodeType, int]] = []
        # By identity: the hash of a code object goes through all of its instructions.
        self._stop_numbers: dict[tuple[int, int], int] = {}
        self._stop_offset, self._stop_site = -1, -1
        self._stop_code: CodeType | None = None
        self.finished = False
        self.forgotten = False
        self.most_events, self.most_runs = MOST_EVENTS, MOST_RUNS

    def add_array(self, description: dict[str, Any]) -> int:
        """Return the number of a new array."""
        self.arrays.append(description)
        return len(self.arrays) - 1

    def stop(self, block: int, thread: int, why: int, at: FrameType | None) -> None:
        """Close the stretch of a thread that stopped."""
        # Most threads stop where the one before them did.
        if at is None:
            site = -1
        elif at.f_lasti == self._stop_offset and at.f_code is self._stop_code:
            site = self._stop_site
        else:
            self._stop_offset, self._stop_code = at.f_lasti, at.f_code
            site = self._stop_site = self._stop_number(at)
        accesses = len(self.log.places)
        self.runs.append((block, thread, accesses, why, site))
        if accesses > self.most_events or len(self.runs) > self.most_runs:
            self.forget()

    def forget(self) -> None:
        """Drop what was recorded: it is too much to be sent."""
        self.forgotten = True
        self.log.clear()
        self.runs.clear()

    def _stop_number(self, frame: FrameType) -> int:
        key = (id(frame.f_code), frame.f_lasti)
        number = self._stop_numbers.get(key)
        if number is None:
            number = self._stop_numbers[key] = len(self.stops)
            self.stops.append((frame.f_code, frame.f_lasti))
        return number

    def payload(self) -> dict[str, Any]:
        """Return the launch as the keeper is told of it."""
        if self.forgotten:
            self.forget()  # what came after the last time
        places, marks, values = self.log.columns()
        sites_of, texts, stops = self._numbered_sites(marks >> OFFSET_SHIFT)
        low = (sites_of << OFFSET_SHIFT) | (marks & ((1 << OFFSET_SHIFT) - 1))
        runs = np.array(self.runs, np.int64).reshape(-1, _RUN_COLUMNS)
        at_site = runs[:, 4] >= 0
        runs[at_site, 4] = stops[runs[at_site, 4]]
        return {
            "kernel": self.kernel,
            "grid": self.grid,
            "block": self.block,
            "order": self.order,
            "arrays": tuple(self.arrays),
            "sites": tuple(texts),
            "codes": ((places << PLACE_SHIFT) | low).view(np.uint64),
            "values": values,
            "runs": runs,
            "finished": self.finished,
        }

    def _numbered_sites(
        self, offsets: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], list[tuple[str, str]], NDArray[np.int64]]:
        """Return the site of each access, the texts of all sites, and the sites of stops.

        One expression may be several instructions (`C[i] += v`), so a site is a place in the
        source.
        """
        known: dict[tuple[CodeType, sites.Position], int] = {}
        site = np.zeros(len(offsets), np.int64)
        for mine, code in self.log.by_owner():
            found = np.flatnonzero(np.bincount(offsets[mine]))
            places = [sites.position(code, int(offset)) for offset in found]
            table = np.zeros(int(found[-1]) + 1, np.int64)
            table[found] = [known.setdefault((code, place), len(known)) for place in places]
            site[mine] = table[offsets[mine]]
        stops = [
            known.setdefault((code, sites.position(code, offset)), len(known))
            for code, offset in self.stops
        ]
        texts = [sites.text(code, place) for code, place in known]
        return site, texts, np.array(stops, np.int64)


class Recorder:
    """All launches of one call that the keeper asked for.

    Attributes
    ----------
    fault
        The first fault, kept even where the student's code caught its exception.
    library
        The library product that was called, "" if none was (`no_library`).
    """

    def __init__(self) -> None:
        self.launches: list[LaunchRecord] = []
        self.fault: Fault | None = None
        self.library = ""
