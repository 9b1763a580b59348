"""The loops over every access of a record, compiled; the only module here that imports numba.

A GEMM with N = 128 makes six million accesses. In Python each loop below would take seconds a
record, compiled it takes some nanoseconds an access. The machine code is kept on disk, so that a
class of 300 compiles it once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Int64s = NDArray[np.int64]
Bools = NDArray[np.bool_]
Loop = TypeVar("Loop", bound=Callable[..., object])

FITS, READ_DIFFERS, WRITE_FORBIDDEN, NOT_REPRESENTABLE = 0, 1, 2, 3
"""What can be wrong with one access."""
ANY_VALUE, SINGLE, INTEGER = 0, 1, 2
"""What an element can hold: any float64, any float32, integers between two bounds."""


def _compiled(loop: Loop) -> Loop:
    """Compile a function and keep the machine code, where there is a folder to keep it in."""
    compiled: Any
    try:
        compiled = njit(cache=True)(loop)
    except RuntimeError:  # neither beside this file nor in the user's cache may be written
        compiled = njit(loop)
    return cast("Loop", compiled)


@_compiled
def unpack(
    codes: NDArray[np.uint64], sizes: Int64s
) -> tuple[NDArray[np.uint8], Int64s, Bools, Bools, int]:
    """Return number, place, write flag and negative flag of each code, and the first bad one.

    The last value is -1 where every code names an element; what follows a bad code is undefined.
    """
    n = codes.shape[0]
    number = np.empty(n, np.uint8)
    place = np.empty(n, np.int64)
    is_write = np.empty(n, np.bool_)
    negative = np.empty(n, np.bool_)
    for t in range(n):
        code = codes[t]
        which = np.int64((code >> np.uint64(8)) & np.uint64(255))
        where = np.int64(code >> np.uint64(16))
        flags = code & np.uint64(255)
        if flags > 3 or which >= sizes.shape[0] or where >= sizes[which]:
            return number, place, is_write, negative, t
        number[t] = which
        place[t] = where
        is_write[t] = flags & np.uint64(1)
        negative[t] = flags & np.uint64(2)
    return number, place, is_write, negative, -1


@_compiled
def replay(
    number: NDArray[np.uint8],
    place: Int64s,
    is_write: Bools,
    value: NDArray[np.float64],
    memory: NDArray[np.float64],
    starts: Int64s,
    writable: Bools,
    kinds: Int64s,
    bounds: NDArray[np.float64],
) -> tuple[int, int]:
    """Carry out every access on `memory`; return the first that cannot be, and what is wrong.

    Parameters
    ----------
    memory
        All arrays one behind the other; array a begins at starts[a]. Changed.
    kinds, bounds
        What an element of each array can hold.
    """
    held = memory.view(np.int64)
    came = value.view(np.int64)
    for t in range(number.shape[0]):
        a = number[t]
        p = np.uint64(starts[a] + place[t])
        if not is_write[t]:
            # Bits, because -0.0 is not 0.0. A NaN is a NaN: its payload is lost on many ways.
            if held[p] != came[t] and not (np.isnan(memory[p]) and np.isnan(value[t])):
                return t, READ_DIFFERS
            continue
        if not writable[a]:
            return t, WRITE_FORBIDDEN
        v = value[t]
        if kinds[a] == SINGLE:
            fits = np.float64(np.float32(v)) == v or np.isnan(v)
        elif kinds[a] == INTEGER:
            fits = bounds[a, 0] <= v <= bounds[a, 1] and np.floor(v) == v
        else:
            fits = True
        if not fits:
            return t, NOT_REPRESENTABLE
        memory[p] = v
    return -1, FITS


@_compiled
def count_misses(
    number: NDArray[np.uint8],
    place: Int64s,
    starts: Int64s,
    line_elems: int,
    lines: int,
    total: int,
    limits: Int64s,
) -> tuple[Int64s, Int64s]:
    """Return the misses of each array in one LRU cache, and the access that passed its limit.

    The order of use is a doubly linked ring through a table of all lines, closed by number `total`,
    which is no line: behind it comes the newest line, before it stands the oldest.

    Parameters
    ----------
    starts
        Number of the first line of each array; no line belongs to two arrays.
    lines
        Capacity.
    limits
        Misses allowed to each array; -1 for no limit. -1 is returned where it was kept.
    """
    newer = np.empty(total + 1, np.int64)
    older = np.empty(total + 1, np.int64)
    newer[total] = older[total] = total
    inside = np.zeros(total, np.bool_)
    misses = np.zeros(starts.shape[0], np.int64)
    passed = np.full(starts.shape[0], -1, np.int64)
    room = lines
    for t in range(number.shape[0]):
        a = number[t]
        # One element a line is the usual case, and a division takes as long as all the rest.
        p = place[t] if line_elems == 1 else place[t] // line_elems
        line = np.uint64(starts[a] + p)
        if older[total] == np.int64(line):
            continue
        if inside[line]:
            older[newer[line]] = older[line]
            newer[older[line]] = newer[line]
        else:
            misses[a] += 1
            if misses[a] == limits[a] + 1 and limits[a] >= 0:
                passed[a] = t
            if room > 0:
                room -= 1
            else:
                victim = newer[total]
                newer[total] = newer[victim]
                older[newer[victim]] = total
                inside[victim] = False
            inside[line] = True
        newest = older[total]
        older[line] = newest
        newer[line] = total
        newer[newest] = np.int64(line)
        older[total] = np.int64(line)
    return misses, passed
