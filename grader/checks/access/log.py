"""The record of one traced call, as columns: what was touched, where, in which order, which value.

A box sends two columns of numbers. `decode` turns them into an `AccessLog` and refuses whatever
names no element of the arrays that were sent; that the accesses also fit together is for `replay`
to say. Nothing here imports numba: the compiled loops are loaded when the first record arrives.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grader.messages import Message, say

What = Literal["reads", "writes", "accesses"]
MOST_ARRAYS = 256
"""A code has eight bits for the number of the array."""


class Forged(Exception):
    """A record that no execution of the submitted function can have produced.

    Parameters
    ----------
    why
        A sentence for the student.
    where
        The element at fault, as `B[1, 0]`; empty where there is none.
    """

    def __init__(self, why: Message, where: str = "") -> None:
        super().__init__(why.id)
        self.why = why
        self.where = where


@dataclass(frozen=True, eq=False)
class Array:
    """An array that was handed to the student's function."""

    name: str
    shape: tuple[int, ...]
    before: NDArray[np.generic]
    """Contents before the call, of this shape, C order."""

    @property
    def size(self) -> int:
        """Return how many elements there are."""
        return math.prod(self.shape)

    def index(self, place: int) -> tuple[int, ...]:
        """Return the index of the element that is `place` elements behind the first."""
        return tuple(int(i) for i in np.unravel_index(place, self.shape))

    def at(self, place: int) -> str:
        """Return an element in the notation of the course: `B[1, 0]`."""
        return f"{self.name}{list(self.index(place))}"


@dataclass(frozen=True, eq=False)
class Columns:
    """The accesses of a record, one row each, in the order in which they happened."""

    number: NDArray[np.uint8]
    """Position of the array among those that were sent."""
    place: NDArray[np.int64]
    """Row-major flat index of the element."""
    is_write: NDArray[np.bool_]
    negative: NDArray[np.bool_]
    """Whether the index had a negative component."""
    value: NDArray[np.float64]
    """What was read or written."""

    def __len__(self) -> int:
        return len(self.place)


@dataclass(frozen=True, eq=False)
class AccessLog:
    """Every access of one call to the arrays that it was given; what the verbs judge.

    The columns are those of `Columns`. A log that comes from `replay.replayed` is a valid
    execution; one that is put together by hand is whatever its author wrote.
    """

    arrays: tuple[Array, ...]
    number: NDArray[np.uint8]
    place: NDArray[np.int64]
    is_write: NDArray[np.bool_]
    negative: NDArray[np.bool_]
    value: NDArray[np.float64]
    after: Mapping[str, NDArray[np.generic]] = field(default_factory=lambda: MappingProxyType({}))
    """Contents at the end of the arrays that came back."""

    def __len__(self) -> int:
        return len(self.place)

    def numbered(self, name: str) -> int:
        """Return the number of an array. ValueError if the call was not given it."""
        names = [array.name for array in self.arrays]
        if name not in names:
            raise ValueError(f"no array {name!r} in this record, only {', '.join(names)}")
        return names.index(name)

    def array(self, name: str) -> Array:
        """Return an array by name. ValueError if the call was not given it."""
        return self.arrays[self.numbered(name)]

    def events(self, name: str, what: What = "accesses") -> NDArray[np.int64]:
        """Return the positions in the record of the accesses to one array, ascending."""
        chosen = self.number == self.numbered(name)
        if what != "accesses":
            chosen &= self.is_write == (what == "writes")
        return np.flatnonzero(chosen)

    def at(self, event: int) -> str:
        """Return the element of an access in the notation of the course."""
        return self.arrays[int(self.number[event])].at(int(self.place[event]))


def decode(codes: object, values: object, arrays: Sequence[Array]) -> Columns:
    """Return the columns of what a box sent; no number in them names anything that is not there.

    Parameters
    ----------
    codes : uint64 array of shape (n,)
        place << 16 | array number << 8 | flags; flag 1 is a write, flag 2 a negative index.
    values : float64 array of shape (n,)
        What was read or written.
    arrays
        The arrays that were sent, in the order of their numbers.

    Raises
    ------
    Forged
        Another dtype or shape, an unknown flag, array or place.
    """
    if len(arrays) > MOST_ARRAYS:
        raise ValueError(f"a record knows {MOST_ARRAYS} arrays, not {len(arrays)}")
    if not _is_column(codes, np.uint64) or not _is_column(values, np.float64):
        raise Forged(say("access.columns"))
    assert isinstance(codes, np.ndarray)
    assert isinstance(values, np.ndarray)
    if len(codes) != len(values):
        raise Forged(say("access.lengths", codes=len(codes), values=len(values)))
    from grader.checks.access.kernels import unpack

    sizes = np.array([array.size for array in arrays], np.int64)
    number, place, is_write, negative, bad = unpack(np.ascontiguousarray(codes), sizes)
    if bad >= 0:
        raise Forged(say("access.code", event=int(bad) + 1))
    return Columns(number, place, is_write, negative, np.ascontiguousarray(values))


def _is_column(column: object, dtype: type[np.generic]) -> bool:
    # The type itself: what comes from a box has to be a plain array in native byte order.
    return type(column) is np.ndarray and column.ndim == 1 and column.dtype == dtype
