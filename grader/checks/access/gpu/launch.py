"""The record of one kernel launch, as columns: which thread touched what, between which barriers.

A box simulates a kernel and sends what each thread did. `decode.decode_launch` turns that into a
`Launch` and refuses what no launch can have done; that the values fit together is for `replay` to
say. NumPy alone in this package: loading compiled code costs 50-100 ms a submission.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.log import AccessLog, Array

Space = Literal["global", "shared"]
Dim3 = tuple[int, int, int]
WARP = 32
FINISHED, SYNCTHREADS, SYNCWARP, OTHER, CUT_OFF = range(5)
"""Why a thread stopped at the end of a run."""
POISON_BYTE = 0x5A
"""What fresh shared memory of integers is full of; that of floats is full of NaN."""


class Site(NamedTuple):
    """A place in the student's source that touches memory or waits."""

    where: str
    """`cell 3, line 12, in gemm_shared: sA[ty, tx] = A[i, k0 + tx]`, as in a traceback."""
    segment: str
    """The source of this very access: `A[i, k0 + tx]`."""

    @property
    def line(self) -> str:
        """Return the short form for the middle of a sentence: `cell 3, line 12`."""
        return self.where.partition(", in ")[0]


@dataclass(frozen=True, eq=False, kw_only=True)
class DeviceArray(Array):
    """An array in the memory of the device. Shared memory begins as poison, so `before` is that."""

    space: Space
    strides: tuple[int, ...]
    """Steps from one element to the next, in elements, as the array lies in device memory."""
    itemsize: int
    """Bytes of an element."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Runs:
    """Stretches of the record that one thread executed without a pause, in order."""

    block: NDArray[np.int32]
    thread: NDArray[np.int32]
    end: NDArray[np.int64]
    """First access after the run; it starts where the one before ends."""
    stop: NDArray[np.int32]
    site: NDArray[np.int32]
    """Where the thread stopped, -1 for nowhere in particular."""
    epoch: NDArray[np.int32]
    """Barriers that the thread had passed before."""
    warp_epoch: NDArray[np.int32]
    """The same for `syncwarp`."""

    def __len__(self) -> int:
        return len(self.end)


@dataclass(frozen=True, eq=False, kw_only=True)
class Launch(AccessLog):
    """Every access of one launch, with the thread that made it; what the verbs judge.

    `number` and `place` of an access name its element, in shared memory that of its own block.
    """

    arrays: tuple[DeviceArray, ...]
    kernel: str
    grid: Dim3
    block: Dim3
    order: int
    """Of the threads in a block and of the blocks: 0 forward, -1 reverse, else a seed."""
    sites: tuple[Site, ...]
    site: NDArray[np.int32]
    block_number: NDArray[np.int32]
    """Linear: x + gridDim.x * (y + gridDim.y * z)."""
    thread: NDArray[np.int32]
    """Linear in its block."""
    epoch: NDArray[np.int32]
    warp_epoch: NDArray[np.int32]
    is_atomic: NDArray[np.bool_]
    """Whether it is the read or the write of an atomic operation."""
    runs: Runs
    finished: bool
    """Whether every thread came to its end."""

    @property
    def blocks(self) -> int:
        """Return how many blocks there are."""
        return math.prod(self.grid)

    @property
    def threads(self) -> int:
        """Return how many threads a block has."""
        return math.prod(self.block)

    @cached_property
    def is_shared(self) -> NDArray[np.bool_]:
        """Return for each access whether it goes to shared memory."""
        shared = np.array([array.space == "shared" for array in self.arrays], np.bool_)
        return shared[self.number]

    @cached_property
    def address(self) -> NDArray[np.int64]:
        """Return one number for each access, the same for the same memory and only then."""
        instances = [self.blocks if a.space == "shared" else 1 for a in self.arrays]
        sizes = np.array([array.size for array in self.arrays], np.int64)
        starts = np.cumsum(sizes * np.array(instances, np.int64)) - sizes * instances
        apart = self.block_number * np.where(self.is_shared, sizes[self.number], 0)
        result: NDArray[np.int64] = starts[self.number] + apart + self.place
        return result

    @cached_property
    def by_address(self) -> NDArray[np.int64]:
        """Return the accesses ordered by address and, at one address, as they happened."""
        return stable_order(self.address)

    @cached_property
    def last_write(self) -> NDArray[np.int64]:
        """Return for each access the one that had last written this address, -1 for none."""
        n = len(self)
        order, at = self.by_address, np.arange(n)
        writes = np.maximum.accumulate(np.where(self.is_write[order], at, -1))
        before = np.concatenate([[-1], writes[:-1]]) if n else at
        first = np.maximum.accumulate(np.where(starts_of(self.address[order]), at, 0))
        last = np.empty(n, np.int64)
        last[order] = np.where(before >= first, order[before], -1)
        return last

    def thread_index(self, thread: int) -> str:
        """Return threadIdx as the reader knows it: `(1, 0)`, or `5` in one dimension."""
        return _index(thread, self.block)

    def block_index(self, block: int) -> str:
        """Return blockIdx in the same way."""
        return _index(block, self.grid)

    def who(self, block: int, thread: int) -> dict[str, str]:
        """Return the names of a thread and of its block, for a sentence about it."""
        return {"thread": self.thread_index(thread), "block": self.block_index(block)}


def stable_order(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the stable order of numbers that are not negative.

    NumPy sorts 16-bit numbers by digits, twice as fast as it merges longer ones.
    """
    order = np.arange(len(keys))
    highest, shift = int(keys.max(initial=0)), 0
    while highest >> shift:
        digit = ((keys >> shift) & 0xFFFF).astype(np.uint16)
        order = order[np.argsort(digit[order], kind="stable")]
        shift += 16
    return order


def starts_of(*columns: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Return where, in rows that lie in groups, another group begins."""
    starts = np.ones(len(columns[0]), np.bool_)
    if len(starts):
        starts[1:] = False
        for column in columns:
            starts[1:] |= column[1:] != column[:-1]
    return starts


def poison(dtype: np.dtype[np.generic]) -> np.generic:
    """Return what an element of fresh shared memory holds."""
    if dtype.kind == "f":
        return dtype.type("nan")
    if dtype == np.bool_:
        return np.bool_(True)
    filled = np.full(dtype.itemsize, POISON_BYTE, np.uint8).view(dtype)
    value: np.generic = filled[0]
    return value


def _index(linear: int, extent: Dim3) -> str:
    dimensions = max(axis for axis in range(3) if extent[axis] > 1 or axis == 0) + 1
    x, rest = linear % extent[0], linear // extent[0]
    parts = (x, rest % extent[1], rest // extent[1])[:dimensions]
    return str(parts[0]) if dimensions == 1 else f"({', '.join(map(str, parts))})"
