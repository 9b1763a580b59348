"""Misses of one LRU cache on a trace of millions of accesses.

`reference.models.lru` defines the policy in plain Python, a microsecond or more an access; a GEMM
with N = 128 has six million of them. Same policy here, compiled: a miss fetches the line for a
write too (write-allocate), memory sees a written line when it is evicted (write-back).

Fully associative, the order of use is a doubly linked list threaded through a table of lines, so an
access costs a few loads whatever the capacity. Set-associative, each set is a short row in order of
use: searching 8 to 16 neighbours is cheaper than following links.

Measured (bench/cache.py, one core of a Xeon, shared; GEMM traces): 115 to 155 M accesses/s fully
associative, 120 to 300 M with 8 ways; pycachesim, one call an access, 0.3 to 0.7 M. cachegrind's D1
misses of a compiled loop: 65722, ours 65600.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from reference.models import domain

Int64s = NDArray[np.int64]
Lines = NDArray[np.uint32]
"""Line numbers. Unsigned: for a signed index numba also compiles Python's wrap-around."""

LARGEST_ADDRESS = 2**62 - 1
"""Leaves room for a dirty bit below the line number."""
TABLE_PER_ACCESS = 4
"""A trace spread over more lines than this many times its length is renumbered by sorting."""
MOST_LINES = 2**31 - 2
"""Of one trace, distinct or in the span that it covers."""
MOST_ARRAYS = 2**16
READ, WRITTEN, ABSENT = 0, 1, 2
"""States of a line: as in memory, dirty, not in the cache."""


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """What `simulate` counted."""

    hits: int
    """Accesses to a line that was there."""
    misses: int
    """Accesses to a line that had to be fetched."""
    misses_by_array: tuple[int, ...]
    """The same misses, split by the array that was accessed."""
    written_back_lines: int
    """Dirty lines evicted, and flushed if asked for."""


def simulate(
    addresses: Int64s,
    is_write: NDArray[np.bool_],
    *,
    lines: int,
    line_bytes: int,
    ways: int | None = None,
    array_ids: Int64s | None = None,
    flush: bool = False,
) -> CacheCounts:
    """Return hits, misses and write-backs of a trace from an empty cache.

    Parameters
    ----------
    addresses : int64 array of shape (n,)
        Byte addresses, 0 <= address < 2**62. An access touches the one line that holds this byte:
        aligned elements never straddle two lines.
    is_write : bool array of shape (n,)
        Whether the access writes.
    lines, line_bytes : int
        Capacity in lines, and bytes of a line; >= 1, powers of two or not.
    ways : int, optional
        Lines of a set, a divisor of `lines`; line number mod (lines / ways) chooses the set. None
        is fully associative.
    array_ids : int64 array of shape (n,), optional
        Which array each access belongs to, 0 ... 65535; without it all belong to array 0.
    flush : bool
        Whether dirty lines left at the end are written back.

    Raises
    ------
    ValueError
        A size or an address is out of range, shapes differ, or `ways` does not divide `lines`.
    TypeError
        An array has another dtype.
    """
    capacity = domain.integer("lines", lines, 1, MOST_LINES)
    width = domain.integer("line_bytes", line_bytes, 1, LARGEST_ADDRESS)
    associativity = capacity if ways is None else domain.integer("ways", ways, 1, capacity)
    if capacity % associativity:
        raise ValueError(f"ways must divide lines, not {associativity} and {capacity}")
    demand_vector("addresses", addresses, np.int64, np.size(addresses))
    demand_vector("is_write", is_write, np.bool_, len(addresses))
    if array_ids is None:
        owners = np.zeros(1, np.int64)
    else:
        demand_vector("array_ids", array_ids, np.int64, len(addresses))
        owners = array_ids
    misses = np.zeros(_range("array_ids", owners, MOST_ARRAYS - 1)[1] + 1, np.int64)
    if ways is None:
        numbers, count = numbered_lines(addresses, width)
        written = _fully_associative(numbers, is_write, owners, count, capacity, flush, misses)
    else:
        _range("addresses", addresses, LARGEST_ADDRESS)
        sets = capacity // associativity
        written = _set_associative(
            addresses, is_write, owners, width, sets, associativity, flush, misses
        )
    total = int(misses.sum())
    return CacheCounts(len(addresses) - total, total, tuple(misses.tolist()), int(written))


def numbered_lines(addresses: Int64s, line_bytes: int) -> tuple[Lines, int]:
    """Return the line of each access as a small number, and how many numbers there are.

    Equal numbers mean equal lines; the numbers index tables, so they must not be far apart. Lines
    close together keep their distances, others are renumbered in order.

    Raises
    ------
    ValueError
        An address is out of range, or the trace has more than 2**31 - 2 lines.
    """
    lowest, highest = (a // line_bytes for a in _range("addresses", addresses, LARGEST_ADDRESS))
    count = highest - lowest + 1
    if count > TABLE_PER_ACCESS * len(addresses) + 1:
        distinct, numbers = np.unique(addresses // line_bytes, return_inverse=True)
        return numbers.astype(np.uint32), len(distinct)
    if count > MOST_LINES:
        raise ValueError(f"a trace may span at most {MOST_LINES} lines, not {count}")
    return _relative_lines(addresses, line_bytes, lowest), count


@njit()
def _relative_lines(addresses: Int64s, line_bytes: int, lowest: int) -> Lines:
    numbers = np.empty(addresses.shape[0], np.uint32)
    shift = _log2(line_bytes)
    for t in range(addresses.shape[0]):
        # A division of 64-bit integers takes as long as the whole rest of an access.
        line = addresses[t] >> shift if shift >= 0 else addresses[t] // line_bytes
        numbers[t] = line - lowest
    return numbers


@njit()
def _log2(n: int) -> int:
    """Return the exponent of a power of two, and -1 for any other number."""
    exponent = 0
    while n > 1 and n % 2 == 0:
        n //= 2
        exponent += 1
    return exponent if n == 1 else -1


@njit()
def _fully_associative(
    numbers: Lines,
    is_write: NDArray[np.bool_],
    owners: Int64s,
    count: int,
    capacity: int,
    flush: bool,
    misses: Int64s,
) -> int:
    """Count into `misses`, return the lines written back.

    `newer` and `older` of a line are its neighbours in order of use. The list is a ring closed by
    number `count`, which is no line: newer than it is the oldest line.
    """
    end = np.uint32(count)
    newer = np.empty(count + 1, np.uint32)
    older = np.empty(count + 1, np.uint32)
    newer[end] = newest = end  # a variable: read from the table, it would wait for the last store
    state = np.full(count, ABSENT, np.uint8)
    single = owners.shape[0] == 1
    room = capacity
    written_back = 0
    for t in range(numbers.shape[0]):
        line = numbers[t]
        if line != newest:
            if state[line] != ABSENT:
                newer[older[line]] = newer[line]
                older[newer[line]] = older[line]
            else:
                misses[owners[0 if single else t]] += 1
                state[line] = READ
                if room > 0:
                    room -= 1
                else:
                    victim = newer[end]
                    newer[end] = newer[victim]
                    older[newer[victim]] = end
                    written_back += state[victim] == WRITTEN
                    state[victim] = ABSENT
                    # With one line in all, the victim was the newest too.
                    newest = end if victim == newest else newest
            older[line], newer[line] = newest, end
            newer[newest] = line
            newest = line
        state[line] |= is_write[t]
    if flush:
        written_back += int(np.count_nonzero(state == WRITTEN))
    return written_back


@njit()
def _set_associative(
    addresses: Int64s,
    is_write: NDArray[np.bool_],
    owners: Int64s,
    line_bytes: int,
    sets: int,
    ways: int,
    flush: bool,
    misses: Int64s,
) -> int:
    """Count into `misses`, return the lines written back.

    A row holds 2 · line + dirty, newest first; -1 is empty and, shifted, equals no line.
    """
    rows = np.full((sets, ways), -1, np.int64)
    shift = _log2(line_bytes)
    single = owners.shape[0] == 1
    mask = sets - 1 if _log2(sets) >= 0 else -1
    written_back = 0
    for t in range(addresses.shape[0]):
        line = addresses[t] >> shift if shift >= 0 else addresses[t] // line_bytes
        row = rows[np.uint64(line & mask if mask >= 0 else line % sets)]
        entry = row[0]
        if entry >> 1 != line:
            # Everything newer moves one place back until the line, or the oldest one, is found.
            way = np.uint64(1)
            while way < ways and entry >> 1 != line:
                entry, row[way] = row[way], entry
                way += np.uint64(1)
            if entry >> 1 != line:
                misses[owners[0 if single else t]] += 1
                written_back += entry >= 0 and entry & 1
                entry = 2 * line
        row[0] = entry | is_write[t]
    if flush:
        written_back += int(np.count_nonzero((rows >= 0) & (rows & 1 == 1)))
    return written_back


def demand_vector(name: str, array: object, dtype: type[np.generic], length: int) -> None:
    """Refuse anything but an array of shape (length,) and this dtype, as `simulate` says."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        kind = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{name} must be an array of {np.dtype(dtype)}, not {kind}")
    if array.shape != (length,):
        raise ValueError(f"{name} must have shape ({length},), not {array.shape}")


def _range(name: str, values: Int64s, most: int) -> tuple[int, int]:
    """Return the smallest and the largest value, both 0 for none, within 0 ... `most`."""
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    if low < 0 or high > most:
        raise ValueError(f"{name} must lie in 0 ... {most}, not {low if low < 0 else high}")
    return low, high
