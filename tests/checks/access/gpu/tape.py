"""Launches made by hand: kernels of a test, run thread by thread, written down as a box does.

A kernel is a generator over one `Thread`. It says which line it is in whenever it touches memory,
and yields where it waits::

    def kernel(t):
        t.write("sA", t.x, 1.0, line=2)
        yield t.syncthreads(line=3)
        t.read("sA", 0, line=4)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.checks.access.gpu import Launch, decode_launch, replay_launch
from grader.checks.access.gpu.launch import (
    FINISHED,
    OTHER,
    SYNCTHREADS,
    SYNCWARP,
    WARP,
    poison,
)

WRITE, ATOMIC = 1, 2
Stop = tuple[int, int]
"""Why a thread stops, and in which line."""


class Thread:
    """One thread of a kernel, with its indices, as a test writes it."""

    def __init__(self, tape: GpuTape, block: int, number: int) -> None:
        self.tape, self.block, self.number = tape, block, number
        self.x, self.y, self.z = _three(number, tape.block)
        self.bx, self.by, self.bz = _three(block, tape.grid)

    def read(self, name: str, *index: int, line: int = 1, flags: int = 0) -> Any:
        value = self.tape.memory(name, self.block)[index]
        self.tape.note(name, index, flags, float(value), line)
        return value

    def write(self, name: str, *index_and_value: Any, line: int = 1, flags: int = WRITE) -> None:
        *index, value = index_and_value
        at = tuple(int(i) for i in index)
        memory = self.tape.memory(name, self.block)
        memory[at] = value
        self.tape.note(name, at, flags, float(memory[at]), line)

    def add(self, name: str, *index_and_value: Any, line: int = 1) -> None:
        """Add atomically."""
        *index, value = index_and_value
        held = self.read(name, *map(int, index), line=line, flags=ATOMIC)
        self.write(name, *index, held + value, line=line, flags=WRITE | ATOMIC)

    def syncthreads(self, line: int = 1) -> Stop:
        return SYNCTHREADS, line

    def syncwarp(self, line: int = 1) -> Stop:
        return SYNCWARP, line

    def pause(self, line: int = 1) -> Stop:
        return OTHER, line


Kernel = Callable[[Thread], Iterator[Stop]]


class GpuTape:
    """Arrays and a launch; `payload` is the record as a box sends it once kernels have run."""

    def __init__(
        self,
        grid: Sequence[int] = (1,),
        block: Sequence[int] = (1,),
        shared: dict[str, tuple[int, ...]] | None = None,
        dtype: str = "float32",
        **arrays: np.ndarray,
    ) -> None:
        self.grid, self.block = (tuple((*size, 1, 1)[:3]) for size in (grid, block))
        self.before = {name: a.copy() for name, a in arrays.items()}
        self.now = {name: a.copy() for name, a in arrays.items()}
        self.dtype = np.dtype(dtype)
        self.shared = shared or {}
        self._instances: dict[tuple[str, int], np.ndarray] = {}
        self.names = [*arrays, *self.shared]
        self.lines: list[int] = []
        self.codes: list[int] = []
        self.values: list[float] = []
        self.runs: list[tuple[int, int, int, int, int]] = []

    def memory(self, name: str, block: int) -> np.ndarray:
        if name in self.now:
            return self.now[name]
        fresh = np.full(self.shared[name], poison(self.dtype))
        return self._instances.setdefault((name, block), fresh)

    def site(self, line: int) -> int:
        if line not in self.lines:
            self.lines.append(line)
        return self.lines.index(line)

    def note(self, name: str, index: tuple[int, ...], flags: int, value: float, line: int) -> None:
        shape = self.before[name].shape if name in self.before else self.shared[name]
        place = int(np.ravel_multi_index(index, shape))
        number = self.names.index(name)
        self.codes.append(place << 32 | self.site(line) << 16 | number << 8 | flags)
        self.values.append(value)

    def run(self, kernel: Kernel, *, blocks: Sequence[int] | None = None) -> GpuTape:
        """Run every thread: in each turn those that may go on, in their order."""
        for block in range(int(np.prod(self.grid))) if blocks is None else blocks:
            threads = range(int(np.prod(self.block)))
            fibers = {i: _fiber(kernel, Thread(self, block, i)) for i in threads}
            ready = list(fibers)
            waits: dict[int, int] = {}
            while ready:
                for number in ready:
                    why, line = next(fibers[number], (FINISHED, 0))
                    site = self.site(line) if line else -1
                    self.runs.append((block, number, len(self.codes), why, site))
                    waits[number] = why
                    if why == FINISHED:
                        del fibers[number]
                ready = _released({number: waits[number] for number in fibers})
        return self

    def payload(self, **changed: Any) -> dict[str, Any]:
        """Return what the box sends, with some fields `changed`."""
        return {
            "kernel": "kernel",
            "grid": self.grid,
            "block": self.block,
            "order": 0,
            "arrays": tuple(self.described(name) for name in self.names),
            "sites": tuple(where(line) for line in self.lines),
            "codes": np.array(self.codes, np.uint64),
            "values": np.array(self.values, np.float64),
            "runs": np.array(self.runs, np.int64).reshape(-1, 5),
            "finished": True,
        } | changed

    def described(self, name: str, /, **changed: Any) -> dict[str, Any]:
        """Return one array as the box describes it, with some fields `changed`."""
        is_global = name in self.before
        shape = self.before[name].shape if is_global else self.shared[name]
        dtype = self.before[name].dtype if is_global else self.dtype
        return {
            "name": name,
            "space": "global" if is_global else "shared",
            "shape": shape,
            "dtype": dtype.name,
            "strides": tuple(int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))),
            "before": self.before[name] if is_global else None,
            "after": self.now[name] if is_global else None,
        } | changed

    def launch(self) -> Launch:
        launch = decode_launch(self.payload())
        replay_launch(launch)
        return launch


def where(line: int) -> tuple[str, str]:
    """Return how a site of a test's kernel reads."""
    return f"cell 1, line {line}, in kernel: source of line {line}", f"part of line {line}"


def _fiber(kernel: Kernel, thread: Thread) -> Iterator[Stop]:
    """Start a kernel when its thread first runs, also one that is no generator: it never waits."""
    yield from kernel(thread)


def _released(waits: dict[int, int]) -> list[int]:
    free = [number for number, why in waits.items() if why == OTHER]
    for _, group in itertools.groupby(waits, key=lambda number: number // WARP):
        warp = list(group)
        if all(waits[number] == SYNCWARP for number in warp):
            free += warp
    return free or [number for number, why in waits.items() if why == SYNCTHREADS]


def _three(linear: int, extent: Sequence[int]) -> tuple[int, int, int]:
    rest, x = divmod(linear, extent[0])
    z, y = divmod(rest, extent[1])
    return x, y, z
