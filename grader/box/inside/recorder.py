"""The record of one traced call: which element of which array was read or written, in order.

An event is one number, its code, and the element: the element read, or the element as it is after
the write. Lists take single events, arrays take whole segments of them.
"""

from __future__ import annotations

import array

import numpy as np
from numpy.typing import NDArray

READ, WRITE, NEGATIVE = 0, 1, 2
"""Bits of a code: bit 0 is set for a write, bit 1 when a negative index was used."""
NUMBER_SHIFT, PLACE_SHIFT = 8, 16
SEGMENT_EVENTS = 1 << 20
MOST_EVENTS = 15 << 20
"""240 MiB of record, about what a box can send: more ends here, with a sentence that says why."""

_TOO_LONG = "访问次数太多，记录不下 / too many accesses to be recorded"


class RecordTooLong(RuntimeError):
    """The call accesses more elements than a record holds."""


class Recorder:
    """The record of one call. The Python path appends to lists, the compiled one adds segments.

    Attributes
    ----------
    codes, values
        The open segment: the place, array and kind of each event, and the element. Always the same
        two list objects.
    library
        The library product that was called, "" if none was (`no_library`).
    names
        What an error message calls the arrays, by number.
    """

    __slots__ = ("_count", "_segments", "codes", "library", "most", "names", "values")

    def __init__(self, names: tuple[str, ...] = (), most: int = MOST_EVENTS) -> None:
        self.codes: list[int] = []
        self.values: list[float] = []
        self.library = ""
        self.names = names
        self.most = most
        self._segments: list[tuple[NDArray[np.uint64], NDArray[np.float64]]] = []
        self._count = 0

    def name(self, number: int) -> str:
        """Return what to call an array in a sentence."""
        return self.names[number] if number < len(self.names) else f"array {number}"

    def flush(self) -> None:
        """Close the open lists into a segment of arrays."""
        if self.codes:
            # Through array.array: NumPy itself takes twice as long to convert a list.
            codes = np.frombuffer(array.array("Q", self.codes), np.uint64)
            values = np.frombuffer(array.array("d", self.values), np.float64)
            self.codes.clear()
            self.values.clear()
            self._append(codes, values)

    def add(self, codes: NDArray[np.uint64], values: NDArray[np.float64]) -> None:
        """Append a segment, which nobody changes later, after all that was recorded before it."""
        self.flush()
        if codes.shape != values.shape or codes.ndim != 1:
            raise ValueError(f"{codes.shape} codes, {values.shape} values")
        if not len(codes):
            return
        self._append(codes.astype(np.uint64, copy=False), values.astype(np.float64, copy=False))

    def _append(self, codes: NDArray[np.uint64], values: NDArray[np.float64]) -> None:
        self._segments.append((codes, values))
        self._count += len(codes)
        if self._count > self.most:
            raise RecordTooLong(_TOO_LONG)

    def last(self) -> int:
        """Return the code of the latest event, -1 where there is none."""
        if self.codes:
            return self.codes[-1]
        return int(self._segments[-1][0][-1]) if self._count else -1

    def log(self) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Return all codes and values, in the order of the events."""
        self.flush()
        codes = [np.empty(0, np.uint64), *(segment[0] for segment in self._segments)]
        values = [np.empty(0, np.float64), *(segment[1] for segment in self._segments)]
        return np.concatenate(codes), np.concatenate(values)
