"""The memory of arrays: which bytes travel for one, so that writes beside its elements show.

On its way to the box an array keeps its layout. A strided one arrives strided, in one buffer that
also holds the bytes between its elements; one cut from a block of memory arrives with some of the
block before and after it. All these bytes are filled with `GAP` whatever the keeper's memory
holds, so that no neighbouring value leaks into the box. The box returns the whole buffer
(`arrived`), and the keeper compares it with what it sent (`enclosing`).

Two arguments that share memory in the keeper do not share it in the box.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Memory = NDArray[np.uint8]

GAP = 0xA5
_INTEGERS = ("i1", "u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8")
_FLOATS = ("<f2", "<f4", "<f8", "<c8", "<c16")
DTYPES: tuple[np.dtype[Any], ...] = tuple(map(np.dtype, ("?", *_INTEGERS, *_FLOATS)))
"""The dtypes that the wire carries; a frame gives the position. Always little-endian."""
_CODES = {(dtype.kind, dtype.itemsize): code for code, dtype in enumerate(DTYPES)}
_MARGIN_TIMES, _MARGIN_BYTES = 4, 4096


class Layout(NamedTuple):
    """How an array lies in its buffer, in bytes."""

    strides: tuple[int, ...]
    offset: int
    size: int


def dtype_code(dtype: np.dtype[Any]) -> int | None:
    """Return the position of `dtype` in `DTYPES`, in whatever byte order; None if it has none."""
    code = _CODES.get((dtype.kind, dtype.itemsize))
    # "equiv" allows another byte order and nothing else: no units, no fields, no foreign types.
    if code is None or not np.can_cast(dtype, DTYPES[code], "equiv"):
        return None
    return code


def span(array: Array) -> Memory:
    """Return the smallest memory that holds all elements of `array`, as a live view of bytes."""
    if array.size == 0:
        return np.empty(0, np.uint8)
    corner = tuple(slice(-1, None) if s < 0 else slice(0, 1) for s in array.strides)
    lowest = array[(..., *corner)].reshape(1).view(np.uint8)
    steps = ((n - 1) * abs(s) for n, s in zip(array.shape, array.strides, strict=True))
    return np.lib.stride_tricks.as_strided(lowest, (array.itemsize + sum(steps),), (1,))


def enclosing(array: Array) -> tuple[Memory, int]:
    """Return the buffer that goes to the box for `array`, and the offset of its first element.

    The buffer is `GAP` outside the elements. It has the strides of `array`, but for an array that
    repeats its elements (stride 0) or is in foreign byte order: there it is a plain copy. It may
    be live memory, so it is for reading.
    """
    layout = layout_of(array)
    if layout is None:
        return span(plain(array)), 0
    memory = np.full(layout.size, GAP, np.uint8)
    np.ndarray(array.shape, array.dtype, memory, layout.offset, layout.strides)[...] = array
    return memory, layout.offset


def arrived(array: Array) -> Memory:
    """Return the whole buffer in which a decoded `array` came: what the box sends back."""
    return array.base if isinstance(array.base, np.ndarray) else span(array)


def layout_of(array: Array) -> Layout | None:
    """Return where `array` lies in its buffer; None where a plain copy says the same."""
    contiguous, block = array.flags.forc, array.base
    if contiguous and not isinstance(block, np.ndarray):
        return None
    repeats = any(s == 0 and n > 1 for n, s in zip(array.shape, array.strides, strict=True))
    if array.size == 0 or repeats or not array.dtype.isnative:
        return None
    own = span(array)
    before, after = _margins(own, block)
    if contiguous and before == after == 0:
        return None
    offset = before + _address(array) - _address(own)
    return Layout(array.strides, offset, before + own.size + after)


def plain(array: Array) -> Array:
    """Return `array` contiguous and little-endian, itself where it is so already."""
    return array.astype(array.dtype.newbyteorder("<"), order=order_of(array), copy=False)


def order_of(array: Array) -> Literal["C", "F"]:
    """Return "F" for an array that is contiguous in Fortran order only."""
    return "F" if array.flags.fnc else "C"


def _margins(own: Memory, block: object) -> tuple[int, int]:
    """Return the bytes of `block` before and after `own`; none if they are out of proportion."""
    if not isinstance(block, np.ndarray):
        return 0, 0
    memory = span(block)
    before = _address(own) - _address(memory)
    after = memory.size - own.size - before
    fits = memory.size <= _MARGIN_TIMES * own.size + _MARGIN_BYTES
    return (before, after) if fits and before >= 0 and after >= 0 else (0, 0)


def _address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])
