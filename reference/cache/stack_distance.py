"""Misses of every capacity at once: one pass over a trace, one LRU stack.

With LRU a larger cache holds whatever a smaller one holds (inclusion), so one number an access
tells the whole story: its stack distance, the number of different lines used since this line was
last used, itself included. A fully associative cache of c lines misses exactly the accesses whose
distance is above c, and all first uses.

The distance is a count of marks on a time line: each line marks the slot of its last use. Marks are
bits, 64 to a word; a Fenwick tree over the words counts those in all words before a given one. A
tree over single slots would be six levels higher, and the slots written last, where most reuse is,
would need it too.

Measured (bench/cache.py, one core of a Xeon, shared): 60 to 98 M accesses/s on GEMM traces, 27 to
35 M on random ones.

Sources: Mattson, Gecsei, Slutz, Traiger, IBM Systems Journal 9(2), 1970 (stack distance);
Bennett, Kruskal, "LRU stack processing", IBM J. Res. Dev. 19(4), 1975 (counting in a tree);
Fenwick, Software: Practice and Experience 24(3), 1994.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from reference.cache.lru import Int64s, Lines, demand_vector, numbered_lines
from reference.models import domain

WORD = 64
"""Slots of a word."""
SLOTS_PER_LINE = 4
"""Room on the time line: at least three quarters of it is used before the marks move together."""


def misses_by_capacity(addresses: Int64s, line_bytes: int) -> Int64s:
    """Return the misses of a fully associative LRU cache of 0, 1, 2, … lines.

    Parameters
    ----------
    addresses : int64 array of shape (n,)
        Byte addresses, 0 <= address < 2**62, each the one line it lies in. Reads and writes miss
        alike (write-allocate).
    line_bytes : int
        Bytes of a line, >= 1.

    Returns
    -------
    int64 array of shape (distinct lines + 1,)
        Falls from n at capacity 0 to the first uses at the end, which a still larger cache has too.

    Raises
    ------
    ValueError
        An argument is out of range, or `addresses` is not one-dimensional.
    TypeError
        `addresses` is not an int64 array.
    """
    histogram, first_uses = distance_histogram(addresses, line_bytes)
    farther = histogram.sum() - np.cumsum(histogram)
    return np.asarray(first_uses + farther, dtype=np.int64)


def distance_histogram(addresses: Int64s, line_bytes: int) -> tuple[Int64s, int]:
    """Return how many accesses have stack distance 0, 1, …, distinct lines; and the first uses.

    No access has distance 0. Arguments and errors as in `misses_by_capacity`.
    """
    width = domain.integer("line_bytes", line_bytes, 1)
    demand_vector("addresses", addresses, np.int64, np.size(addresses))
    numbers, count = numbered_lines(addresses, width)
    histogram = np.zeros(count + 1, np.int64)
    # A short trace gets a slot an access and never fills the time line.
    slots = min(len(numbers), SLOTS_PER_LINE * count) + 1
    first_uses = int(_walk(numbers, count, -(-slots // WORD), histogram))
    return histogram[: first_uses + 1], first_uses


@njit()
def _walk(numbers: Lines, count: int, words: int, histogram: Int64s) -> int:
    """Count the distances into `histogram`, return the first uses."""
    last_slot = np.full(count, -1, np.int64)
    line_at = np.empty(words * WORD, np.uint32)
    marks = np.zeros(words, np.uint64)
    tree = np.zeros(words + 1, np.int64)  # holds the words that are full; the open one is not in it
    live = 0
    live_full = 0  # marks in full words
    now = 0
    newest = np.uint32(0)
    for t in range(numbers.shape[0]):
        line = numbers[t]
        if t > 0 and line == newest:
            histogram[1] += 1
            continue
        newest = line
        if now == words * WORD:
            now = _move_together(last_slot, line_at, marks, tree)
            live_full = _ones_before(tree, now // WORD)
        slot = last_slot[line]
        if slot < 0:
            live += 1
        else:
            word, bit = np.uint64(slot // WORD), np.uint64(1) << np.uint64(slot % WORD)
            older = _ones(marks[word] & (bit - np.uint64(1)))
            marks[word] ^= bit
            if slot // WORD == now // WORD:
                older += live_full
            else:
                older += _ones_before(tree, slot // WORD)
                _add(tree, slot // WORD, -1)
                live_full -= 1
            histogram[live - older] += 1
        last_slot[line] = now
        line_at[now] = line
        marks[now // WORD] |= np.uint64(1) << np.uint64(now % WORD)
        now += 1
        if now % WORD == 0:
            full = _ones(marks[now // WORD - 1])
            _add(tree, now // WORD - 1, full)
            live_full += full
    return live


@njit()
def _move_together(
    last_slot: Int64s, line_at: Lines, marks: NDArray[np.uint64], tree: Int64s
) -> int:
    """Give the marks the first slots, in their order; return the first free slot."""
    now = 0
    for slot in range(line_at.shape[0]):
        if marks[slot // WORD] >> np.uint64(slot % WORD) & np.uint64(1):
            line_at[now] = line_at[slot]
            last_slot[line_at[now]] = now
            now += 1
    marks[:] = 0
    tree[:] = 0
    for slot in range(now):
        marks[slot // WORD] |= np.uint64(1) << np.uint64(slot % WORD)
    for word in range(now // WORD):
        _add(tree, word, WORD)
    return now


@njit()
def _ones_before(tree: Int64s, word: int) -> int:
    """Return the marks in words 0 ... word - 1."""
    total = 0
    while word > 0:
        total += tree[word]
        word &= word - 1
    return total


@njit()
def _add(tree: Int64s, word: int, marks: int) -> None:
    position = word + 1
    while position < tree.shape[0]:
        tree[position] += marks
        position += position & -position


@njit(types.int64(types.uint64))
def _ones(word: np.uint64) -> int:
    """Return the number of bits that are 1, adding neighbours in pairs, fours and eights."""
    pairs = word - (word >> np.uint64(1) & np.uint64(0x5555555555555555))
    low = np.uint64(0x3333333333333333)
    fours = (pairs & low) + (pairs >> np.uint64(2) & low)
    eights = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(eights * np.uint64(0x0101010101010101) >> np.uint64(56))
