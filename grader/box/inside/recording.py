"""Arrays that write down each element read and written: what a traced kernel is given.

A `Recorded` array is a view of memory that holds NaN. The values are kept apart, in `_values`, and
reach the student through indexing only, which writes them down. So whatever goes around the
recorder (a buffer, ctypes, C code) computes on NaN and writes where nobody looks. A view needs no
book of its own: its address and its strides say which places of the root array it shows.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .recorder import (
    NEGATIVE,
    NUMBER_SHIFT,
    PLACE_SHIFT,
    READ,
    SEGMENT_EVENTS,
    WRITE,
    Recorder,
    RecordTooLong,
)
from .whole_arrays import EscapedRecording, WholeArray, install, plain

__all__ = [
    "NEGATIVE",
    "READ",
    "WRITE",
    "EscapedRecording",
    "RecordTooLong",
    "Recorded",
    "Recorder",
    "contents",
    "install",
    "record",
]

Array: TypeAlias = NDArray[Any]
_get: Any = np.ndarray.__getitem__
_set: Any = np.ndarray.__setitem__
"""NumPy's own, also where `plain_arrays` has changed what stands under this name."""
_shape: Any = np.ndarray.shape
_UNKNOWN = -1
_OUTSIDE = (
    "下标越界：{name}[{key}]，形状 {shape} / "
    "index out of range: {name}[{key}] of an array of shape {shape}"
)


class Recorded(WholeArray):
    """An array whose elements are read and written through a `Recorder`. Made by `record`."""

    __slots__ = (
        "_cols",  # of a 2-D view; unknown for others
        "_grid",  # arange over the root, in its shape
        "_number",
        "_open",  # may be written
        "_recorder",
        "_root",  # address of the root's memory
        "_rows",  # length of axis 0; unknown until the view is located
        "_start",  # place of the first element
        "_step0",  # places from one element to the next, by axis
        "_step1",
        "_tag",  # the bits of a read's code below the place
        "_values",  # all elements of the root, flat
    )

    _recorder: Any
    _number: int
    _values: Array
    _grid: NDArray[np.int64]
    _root: int
    _tag: int
    _open: bool

    def __array_finalize__(self, source: Any) -> None:
        self._rows = self._cols = _UNKNOWN
        if type(source) is Recorded:
            self._recorder = source._recorder
            self._number = source._number
            self._values = source._values
            self._grid = source._grid
            self._root = source._root
            self._tag = source._tag
            self._open = source._open
            if self.dtype is not source.dtype and self.dtype != source.dtype:
                self._convert(source)
        else:
            self._recorder = None

    def _convert(self, source: Recorded) -> None:
        """Take the elements of another type, as `np.float64(row)` does: each was read once.

        What happens to this copy goes to a record that nobody looks at.
        """
        # For a row of one element, NumPy has asked for a float before, which read it.
        start, _ = source._locate()
        seen = self.size == 1 and source._recorder.last() == start << PLACE_SHIFT | source._tag
        read = source._elements if seen else source._gather()
        self._values = np.empty(self.size, self.dtype)
        np.ndarray(self.shape, self.dtype, self._values, 0, self.strides)[...] = read
        self._grid = np.arange(self.size)
        self._root = self.__array_interface__["data"][0]
        self._recorder, self._tag, self._open = Recorder(), 0, True

    # -- Where the elements are

    def _locate(self) -> tuple[int, list[int]]:
        """Return the place of the first element and the step of each axis, kept for the next use.

        Raises `EscapedRecording` for a copy of the memory: it holds NaN.
        """
        if not self._inside():
            raise EscapedRecording("a copy of a recorded array")
        size = self._values.itemsize
        start = (self.__array_interface__["data"][0] - self._root) // size
        steps = [stride // size for stride in self.strides]
        shape = self.shape
        self._start = start
        self._open = self._open and self.flags.writeable
        if len(shape) == 2:
            self._rows, self._cols = shape
            self._step0, self._step1 = steps
        elif len(shape) == 1:
            self._rows = shape[0]
            self._step0 = steps[0]
        return start, steps

    def _inside(self) -> bool:
        if self._recorder is None or self.dtype != self._values.dtype:
            return False
        offset = self.__array_interface__["data"][0] - self._root
        return bool(self.size == 0 or 0 <= offset < self._values.nbytes)

    def _same(self, flat: Array) -> Array:
        """Return the view of `flat`, which has the root's places, that corresponds to this one."""
        start, steps = self._locate()
        if self.size == 0:
            return np.empty(self.shape, flat.dtype)
        strides = [step * flat.itemsize for step in steps]
        return np.ndarray(self.shape, flat.dtype, flat, start * flat.itemsize, strides)

    @property
    def _places(self) -> NDArray[np.int64]:
        """The place of each element, shaped as this view."""
        return self._same(self._grid)

    @property
    def _elements(self) -> Array:
        """The elements themselves, shaped as this view."""
        return self._same(self._values)

    # -- Elements: the path of every loop

    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple and len(key) == 2:
            i, k = key
            if type(i) is int and type(k) is int and 0 <= i < self._rows and 0 <= k < self._cols:
                place = self._start + i * self._step0 + k * self._step1
                value = self._values[place]
                recorder = self._recorder
                recorder.values.append(value)
                recorder.codes.append(place << 16 | self._tag)
                return value
        elif type(key) is int and 0 <= key < self._rows:
            start = self._start + key * self._step0
            if self._cols >= 0:
                row = _get(self, key)
                row._rows, row._step0, row._start = self._cols, self._step1, start
                return row
            value = self._values[start]
            recorder = self._recorder
            recorder.values.append(value)
            recorder.codes.append(start << 16 | self._tag)
            return value
        return self._select(key)

    # A loop writes now and then; so only writes look at how long the open segment has become.

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is tuple and len(key) == 2:
            i, k = key
            if (
                type(i) is int
                and type(k) is int
                and 0 <= i < self._rows
                and 0 <= k < self._cols
                and self._open
                and type(value) is not Recorded
            ):
                place = self._start + i * self._step0 + k * self._step1
                values = self._values
                _set(values, place, value)
                recorder = self._recorder
                recorder.values.append(values[place])
                recorder.codes.append(place << 16 | self._tag | WRITE)
                if len(recorder.codes) >= SEGMENT_EVENTS:
                    recorder.flush()
                return
        elif (
            type(key) is int
            and 0 <= key < self._rows
            and self._cols < 0
            and self._open
            and type(value) is not Recorded
        ):
            place = self._start + key * self._step0
            values = self._values
            _set(values, place, value)
            recorder = self._recorder
            recorder.values.append(values[place])
            recorder.codes.append(place << 16 | self._tag | WRITE)
            if len(recorder.codes) >= SEGMENT_EVENTS:
                recorder.flush()
            return
        self._assign(key, value)

    # -- Elements: all other ways

    @property
    def shape(self) -> Any:
        """The lengths of the axes. Setting them does not go through `__array_finalize__`."""
        return _shape.__get__(self)

    @shape.setter
    def shape(self, lengths: Any) -> None:
        _shape.__set__(self, lengths)
        self._rows = self._cols = _UNKNOWN

    def _select(self, key: Any) -> Any:
        """Read what the fast path does not: negative and NumPy integers, slices, masks, lists."""
        self._locate()
        key = plain(key)
        parts = key if type(key) is tuple else (key,)
        places = self._look_up(key)
        if isinstance(places, np.integer):
            return self._log(places, parts)[()]
        if not all(_is_basic(part) for part in parts):
            return self._log(places, parts)
        view = _get(self, key)
        if _negative(parts):
            view._tag |= NEGATIVE
        return view

    def _look_up(self, key: Any) -> Any:
        try:
            return self._places[key]
        except IndexError as error:
            name = self._recorder.name(self._number)
            said = key if type(key) is not tuple else ", ".join(map(str, key))
            raise IndexError(_OUTSIDE.format(name=name, key=said, shape=self.shape)) from error

    def _log(self, places: Any, parts: tuple[Any, ...] = (), kind: int = READ) -> Array:
        """Record one event for each of `places`, in C order, and return their elements."""
        values = self._values[places]
        tag = self._tag | kind | (NEGATIVE if _negative(parts) else 0)
        codes = (np.asarray(places, np.uint64) << np.uint64(PLACE_SHIFT)) | np.uint64(tag)
        # A copy of the values: the student gets them too, and may change them.
        self._recorder.add(codes.reshape(-1), np.array(values, np.float64).reshape(-1))
        return np.asarray(values)

    def _assign(self, key: Any, value: Any) -> None:
        """Write what the fast path does not. The end of `C[i] += v` is no second write."""
        elements = self._to_write()
        key = plain(key)
        places = self._look_up(key)
        if type(value) is Recorded:
            if value._values is self._values and _same_view(value._places, places):
                return
            value = value._gather()
        elements[key] = plain(value)
        self._log(places, key if type(key) is tuple else (key,), WRITE)

    def _gather(self) -> Array:
        """Return a plain copy of the elements; each was read once, in C order."""
        return np.array(self._log(self._places))

    def _to_write(self) -> Array:
        """Return the elements for one who writes them, and then says so by `_wrote`."""
        elements = self._elements
        if not (self._open and self.flags.writeable):
            raise ValueError("assignment destination is read-only")
        return elements

    def _wrote(self, where: Any = True) -> None:
        places = self._places
        self._log(
            places if where is True else places[np.broadcast_to(where, self.shape)], (), WRITE
        )


def record(source: Array, number: int, recorder: Recorder) -> Recorded:
    """Return a recorded array that holds a copy of the elements of `source`, in C order.

    It may be written where `source` may. `number` tells the arrays of a call apart in the record.
    """
    if source.dtype.kind not in "biuf":
        raise TypeError(f"cannot record elements of {source.dtype}")
    memory = np.full(source.shape, _poison(source.dtype), source.dtype)
    memory.flags.writeable = source.flags.writeable
    recorded: Any = memory.view(Recorded)
    recorded._recorder = recorder
    recorded._number = number
    recorded._values = np.array(source, order="C").reshape(-1)
    recorded._grid = np.arange(source.size).reshape(source.shape)
    recorded._root = memory.__array_interface__["data"][0]
    recorded._tag = number << NUMBER_SHIFT
    recorded._open = source.flags.writeable
    recorded._locate()
    return recorded  # type: ignore[no-any-return]


def contents(recorded: Recorded) -> Array:
    """Return what the array given to `record` holds now, as a plain copy; nothing is recorded."""
    return recorded._values.reshape(recorded._grid.shape).copy()


def _poison(dtype: np.dtype[Any]) -> Any:
    """Return what the memory that others see is filled with."""
    if dtype.kind == "f":
        return np.nan
    return True if dtype.kind == "b" else np.iinfo(dtype).max - 0x5A


def _is_basic(part: Any) -> bool:
    """Return whether an index gives a view."""
    if part is None or part is Ellipsis or isinstance(part, slice):
        return True
    return isinstance(part, (int, np.integer)) and not isinstance(part, bool)


def _negative(parts: tuple[Any, ...]) -> bool:
    """Return whether a single index counts from the end. A slice may: `A[-2:]` is no slip."""
    for part in parts:
        if isinstance(part, (list, np.ndarray, int, np.integer)):
            index = np.asarray(part)
            if index.dtype.kind == "i" and bool((index < 0).any()):
                return True
    return False


def _same_view(left: Array, right: Any) -> bool:
    return (
        isinstance(right, np.ndarray)
        and left.shape == right.shape
        and left.__array_interface__["data"] == right.__array_interface__["data"]
        and left.strides == right.strides
    )
