"""Output arrays that show what was done to them: poisoned contents, guard bytes around and between.

An output arrives full of one value that no correct result contains by chance, inside a larger
block of memory. What comes back is the whole block; every byte outside the elements has to be
what it was.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any, Literal

import numpy as np

from grader.box.wire.memory import enclosing, layout_of, plain

GUARD_BYTES = 64
GUARD = 0xA5
Layout = Literal["C", "F", "strided"]


def poisoned(
    shape: tuple[int, ...],
    dtype: str = "float32",
    fill: float = math.nan,
    layout: Layout = "C",
) -> np.ndarray:
    """Return an array full of `fill`, inside guard bytes.

    Parameters
    ----------
    shape
        Any shape; dimensions may be 0.
    layout
        "C" or "F" contiguous, or "strided": a view of every second element of each axis, with
        guard bytes in the gaps.
    """
    kind = np.dtype(dtype)
    step = 2 if layout == "strided" else 1
    outer = tuple(n * step for n in shape)
    size = math.prod(outer) * kind.itemsize
    block = np.full(size + 2 * GUARD_BYTES, GUARD, np.uint8)
    whole = np.ndarray(
        outer, kind, buffer=block, offset=GUARD_BYTES, order="F" if layout == "F" else "C"
    )
    elements: tuple[Any, ...] = (..., *(slice(None, None, step) for _ in shape))
    view: np.ndarray = whole[elements]  # the leading `...` makes it a view for shape () too
    view[...] = fill
    return view


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view whose elements cannot be written and which lies in memory as `array` does.

    Without elements there is nothing to protect, and the view stays writeable: NumPy may hand an
    empty input on as a result (`np.tile`), to which code that is right then adds.
    """
    view = array.view()
    if array.size:
        view.flags.writeable = False
    return view


def lent(
    args: tuple[Any, ...], kwargs: Mapping[str, Any], frozen: Collection[str]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments with those that are only lent read-only.

    Parameters
    ----------
    frozen
        Their names: keywords, or "0", "1", … by position.
    """
    sent = tuple(read_only(v) if str(i) in frozen else v for i, v in enumerate(args))
    return sent, {n: read_only(v) if n in frozen else v for n, v in kwargs.items()}


def is_poisoned(array: np.ndarray) -> bool:
    """Return whether every element holds the same value (NaN counts as one value)."""
    if array.size == 0:
        return True
    first = array.reshape(-1)[0]
    return bool(np.all(np.isnan(array)) if np.isnan(first) else np.all(array == first))


def contents_after(array: np.ndarray, raw: np.ndarray) -> tuple[np.ndarray, bool]:
    """Return what `array` holds after a call, and whether all memory around it is untouched.

    Parameters
    ----------
    array
        The array as it was sent.
    raw
        The bytes that came back for it, uint8.

    Raises
    ------
    ValueError
        `raw` has another size than what was sent.
    """
    before, offset = enclosing(array)
    if raw.dtype != np.uint8 or raw.shape != before.shape:
        raise ValueError(f"{raw.shape} bytes came back for {before.shape}")
    sent = plain(array) if layout_of(array) is None else array
    after = np.ndarray(sent.shape, sent.dtype, raw.copy(), offset, sent.strides)
    expected = before.copy()
    np.ndarray(sent.shape, sent.dtype, expected, offset, sent.strides)[...] = after
    return after, bool(np.array_equal(expected, raw))
