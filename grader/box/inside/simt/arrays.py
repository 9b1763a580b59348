"""Arrays as a kernel sees them: elements are checked, read and written one by one, and recorded.

All elements lie in one flat row-major buffer, whatever the layout of the memory that they came from
(the layout is told to the keeper, who judges addresses). A view is a start and a step an axis.
Negative indices are faults: Python would wrap them around, a GPU computes an address.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from . import sites
from .machine import fail, machine
from .record import ATOMIC, NUMBER_SHIFT, OFFSET_SHIFT, WRITE, Log

_frame = sys._getframe
_POISON_BYTE = 0x5A
_MOST_CELLS = 1 << 20
"""Elements of an array that is held as a list too: 32 bytes each."""
_UNSEEN = Log(forgetful=True)
"""Takes the accesses to arrays outside of any launch."""
_WHOLE = (
    "核函数里不能对整个数组使用 NumPy 的函数，请用下标逐个元素计算 / "
    "a kernel cannot use NumPy functions on whole arrays: index the elements"
)


def poison(dtype: np.dtype[Any]) -> Any:
    """Return what memory holds that nobody wrote: NaN, or a number that nobody expects."""
    if dtype.kind in "fc":
        return dtype.type(np.nan)
    return np.frombuffer(bytes([_POISON_BYTE]) * dtype.itemsize, dtype)[0]


class DeviceArray:
    """An array inside a kernel, of any number of dimensions.

    Attributes
    ----------
    shape, dtype, ndim, size
        As of a NumPy array.
    """

    __slots__ = (
        "_cells",
        "_cols",
        "_log",
        "_name",
        "_open",
        "_rows",
        "_start",
        "_steps",
        "_tag",
        "_values",
        "dtype",
        "ndim",
        "shape",
        "size",
    )

    def __init__(
        self, name: str, elements: NDArray[Any], shape: tuple[int, ...], number: int = -1
    ) -> None:
        self._name = name
        self._values = elements
        # The same once more: reading a list takes a quarter of the time, and makes no new number.
        self._cells: Any = list(elements) if elements.size <= _MOST_CELLS else elements
        self._open = True
        self._tag = max(number, 0) << NUMBER_SHIFT
        self._start = 0
        launch = machine.launch
        self._log = _UNSEEN if launch is None else launch.log if number >= 0 else launch.unseen
        self.dtype = elements.dtype
        self._shaped(shape, _row_major(shape))

    def _shaped(self, shape: tuple[int, ...], steps: tuple[int, ...]) -> None:
        self.shape = shape
        self._steps = steps
        self.ndim = len(shape)
        self.size = math.prod(shape)
        # Read on the path of every access.
        self._rows = shape[0] if shape else 0
        self._cols = shape[1] if len(shape) == 2 else 0

    def _view(self, start: int, shape: tuple[int, ...], steps: tuple[int, ...]) -> DeviceArray:
        view = object.__new__(DeviceArray)
        view._name, view._values, view._cells = self._name, self._values, self._cells
        view._open = self._open
        view._tag, view._log, view.dtype = self._tag, self._log, self.dtype
        view._start = start
        view._shaped(shape, steps)
        return view

    # -- Elements

    def __getitem__(self, key: Any) -> Any:
        return self._get(key, _frame(1))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._set(key, value, _frame(1))

    def _get(self, key: Any, frame: FrameType) -> Any:
        start, shape, steps = self._located(key, frame)
        return self._view(start, shape, steps) if shape else self._read(start, frame)

    def _set(self, key: Any, value: Any, frame: FrameType) -> None:
        start, shape, steps = self._located(key, frame)
        if shape:
            self._view(start, shape, steps)._assign(value, frame)
        elif isinstance(value, DeviceArray):
            raise TypeError(f"{self._name}: an element cannot hold an array of shape {value.shape}")
        else:
            self._write(start, value, frame)

    def _read(self, place: int, frame: FrameType, flags: int = 0) -> Any:
        value = self._cells[place]
        self._note(place, value, frame, flags)
        return value

    def _write(self, place: int, value: Any, frame: FrameType, flags: int = WRITE) -> None:
        if not self._open:
            raise ValueError(f"{self._name}: constant memory cannot be written")
        try:
            self._values[place] = value
        except OverflowError as error:
            text = str(error)
            raise fail("overflow", text, say=text, site=sites.here(frame)) from None
        written = self._cells[place] = self._values[place]
        self._note(place, written, frame, flags)

    def _note(self, place: int, value: Any, frame: FrameType, flags: int) -> None:
        log = self._log
        if frame is not log.frame:
            log.enter(frame)
        log.places.append(place)
        log.marks.append(frame.f_lasti << OFFSET_SHIFT | self._tag | flags)
        log.values.append(value)

    def _atomic(self, key: Any, update: Any, frame: FrameType) -> Any:
        """Replace an element by `update(element)`, None for leaving it; return what it was."""
        start, shape, _ = self._located(key, frame)
        if shape:
            raise TypeError("an atomic operation works on one element")
        old = self._read(start, frame, ATOMIC)
        new = update(old)
        if new is not None:
            self._write(start, new, frame, WRITE | ATOMIC)
        return old

    def _assign(self, value: Any, frame: FrameType) -> None:
        """Write every element of this view: a scalar, or elements of an array of the same shape."""
        places = list(self._places())
        if isinstance(value, DeviceArray):
            if value.shape != self.shape:
                raise ValueError(f"shapes differ: {self.shape} and {value.shape}")
            values = [value._read(place, frame) for place in value._places()]
        else:
            values = [value] * len(places)
        for place, element in zip(places, values, strict=True):
            self._write(place, element, frame)

    # -- Indices

    def _located(self, key: Any, frame: FrameType) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Return start, shape and steps of what an index names."""
        keys = key if type(key) is tuple else (key,)
        if Ellipsis in keys:
            at = keys.index(Ellipsis)
            free = (slice(None),) * (self.ndim - len(keys) + 1)
            keys = (*keys[:at], *free, *keys[at + 1 :])
        if len(keys) > self.ndim:
            raise IndexError(f"{self._name} has {self.ndim} dimensions, not {len(keys)}")
        start, shape, steps = self._start, [], []
        for axis, length in enumerate(self.shape):
            part = keys[axis] if axis < len(keys) else slice(None)
            if isinstance(part, slice):
                first, last, step = part.indices(length)
                start += first * self._steps[axis]
                shape.append(len(range(first, last, step)))
                steps.append(step * self._steps[axis])
                continue
            index = _as_index(part)
            if not 0 <= index < length:
                self._outside(keys, index, part, frame)
            start += index * self._steps[axis]
        return start, tuple(shape), tuple(steps)

    def _outside(self, keys: Any, index: int, part: Any, frame: FrameType) -> NoReturn:
        shown = f"{self._name}[{', '.join(_index_text(key) for key in keys)}]"
        overflowed = ""
        if isinstance(part, np.integer) and machine.thread is not None:
            overflowed = machine.thread.overflowed
        kind = "negative" if index < 0 else "outside"
        raise fail(
            "index",
            shown,
            str(self.shape),
            kind,
            overflowed,
            say=f"下标越界：{shown}，形状 {self.shape} / index out of range: {shown} of shape "
            f"{self.shape}",
            site=sites.here(frame),
        )

    def _places(self) -> Iterator[int]:
        for index in np.ndindex(self.shape):
            yield self._start + sum(i * s for i, s in zip(index, self._steps, strict=True))

    # -- What else numba knows of an array

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        # Not through __getitem__: the access is the caller's, one frame up.
        frame = _frame(1)
        for i in range(len(self)):
            start, shape, steps = self._located(i, frame)
            yield self._view(start, shape, steps) if shape else self._read(start, frame)

    @property
    def T(self) -> DeviceArray:
        """The array with its axes reversed."""
        return self._view(self._start, self.shape[::-1], self._steps[::-1])

    def transpose(self) -> DeviceArray:
        """Return the array with its axes reversed."""
        return self.T

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next, by axis."""
        return tuple(step * self.itemsize for step in self._steps)

    def reshape(self, *shape: Any) -> DeviceArray:
        """Return a view in another shape; the array has to be contiguous."""
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if self._steps != _row_major(self.shape):
            raise NotImplementedError("reshape() supports contiguous array only")
        if math.prod(wanted) != self.size:
            raise ValueError(f"cannot reshape {self.shape} into {wanted}")
        return self._view(self._start, tuple(wanted), _row_major(tuple(wanted)))

    def ravel(self) -> DeviceArray:
        """Return a flat view; the array has to be contiguous."""
        return self.reshape(self.size)

    def __array_ufunc__(self, ufunc: Any, *_: Any, **keywords: Any) -> NoReturn:
        if "out" in keywords:
            # numba has these, as it has not to make room for a result.
            construct = f"np.{ufunc.__name__} of whole arrays"
            raise fail("unsupported", construct, say=_WHOLE)
        raise TypeError(_WHOLE)

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(_WHOLE)

    def __array_function__(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(_WHOLE)


class Matrix(DeviceArray):
    """A whole array of two dimensions, whose elements are on the path of every loop."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        try:
            i, k = key
            # NumPy's small integers would overflow in the product.
            if type(i) is int is type(k) and 0 <= i < self._rows and 0 <= k < self._cols:
                place = i * self._cols + k
                value = self._cells[place]
                frame, log = _frame(1), self._log
                if frame is not log.frame:
                    log.enter(frame)
                log.places.append(place)
                log.marks.append(frame.f_lasti << 16 | self._tag)
                log.values.append(value)
                return value
        except (TypeError, ValueError):  # a row; too many indices
            pass
        return self._get(key, _frame(1))

    def __setitem__(self, key: Any, value: Any) -> None:
        try:
            i, k = key
            plain = type(i) is int is type(k) and 0 <= i < self._rows and 0 <= k < self._cols
            if plain and self._open:
                place, values = i * self._cols + k, self._values
                values[place] = value
                written = self._cells[place] = values[place]
                frame, log = _frame(1), self._log
                if frame is not log.frame:
                    log.enter(frame)
                log.places.append(place)
                log.marks.append(frame.f_lasti << 16 | self._tag | WRITE)
                log.values.append(written)
                return
        except (TypeError, ValueError, OverflowError):  # said the long way
            pass
        self._set(key, value, _frame(1))


class Vector(DeviceArray):
    """A whole array of one dimension."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and 0 <= key < self._rows:
            value = self._cells[key]
            frame, log = _frame(1), self._log
            if frame is not log.frame:
                log.enter(frame)
            log.places.append(key)
            log.marks.append(frame.f_lasti << 16 | self._tag)
            log.values.append(value)
            return value
        return self._get(key, _frame(1))

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is int and 0 <= key < self._rows and self._open:
            values = self._values
            try:
                values[key] = value
                written = self._cells[key] = values[key]
            except (TypeError, ValueError, OverflowError):
                pass
            else:
                frame, log = _frame(1), self._log
                if frame is not log.frame:
                    log.enter(frame)
                log.places.append(key)
                log.marks.append(frame.f_lasti << 16 | self._tag | WRITE)
                log.values.append(written)
                return
        self._set(key, value, _frame(1))


def device_array(
    name: str, elements: NDArray[Any], shape: tuple[int, ...], number: int = -1
) -> DeviceArray:
    """Return `elements`, a flat buffer, as an array of a kernel; a number of -1 is not recorded."""
    kind = {1: Vector, 2: Matrix}.get(len(shape), DeviceArray)
    return kind(name, elements, shape, number)


def read_only(array: DeviceArray) -> DeviceArray:
    """Return the array closed to writing: constant memory."""
    array._open = False
    return array


def atomic(array: Any, key: Any, update: Any, frame: FrameType) -> Any:
    """Replace an element by `update(element)` in one go; return what it was."""
    if not isinstance(array, DeviceArray):
        raise TypeError("an atomic operation works on an element of an array of the kernel")
    return array._atomic(key, update, frame)


def _row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _as_index(part: Any) -> int:
    try:
        return operator.index(part)
    except TypeError:
        raise TypeError(
            f"下标必须是整数，不是 {type(part).__name__}：整除用 // / "
            f"an index is an integer, not {type(part).__name__}: divide with //"
        ) from None


def _index_text(key: Any) -> str:
    if not isinstance(key, slice):
        return "..." if key is Ellipsis else str(int(key))
    return ":".join("" if part is None else str(part) for part in (key.start, key.stop))
