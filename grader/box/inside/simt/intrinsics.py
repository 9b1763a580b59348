"""What a kernel calls by way of `numba.cuda`: indices, barriers, memory of the block and thread."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import host, sites
from .arrays import DeviceArray, device_array, poison, read_only
from .blocks import Barrier, Thread, wait
from .machine import MOST_SHARED_BYTES, Triple, fail, machine
from .record import MOST_ARRAYS

_frame = sys._getframe
_INSIDE_ONLY = "只能在核函数里使用 / can be used inside a kernel only"


def running() -> Thread:
    """Return the running thread. RuntimeError outside of a kernel."""
    if machine.thread is None:
        raise RuntimeError(_INSIDE_ONLY)
    return machine.thread


class Dim3:
    """`threadIdx`, `blockIdx`, `blockDim`, `gridDim`: whatever they are for the running thread."""

    __slots__ = ("_of",)

    def __init__(self, of: Callable[[], Triple]) -> None:
        self._of = of

    @property
    def x(self) -> int:
        """First component."""
        return self._of()[0]

    @property
    def y(self) -> int:
        """Second component."""
        return self._of()[1]

    @property
    def z(self) -> int:
        """Third component."""
        return self._of()[2]


def _thread_index() -> Triple:
    return running().index


def _block_index() -> Triple:
    return running().block.index


def _block_size() -> Triple:
    if machine.launch is None:
        raise RuntimeError(_INSIDE_ONLY)
    return machine.launch.block


def _grid_size() -> Triple:
    if machine.launch is None:
        raise RuntimeError(_INSIDE_ONLY)
    return machine.launch.grid


threadIdx = Dim3(_thread_index)
blockIdx = Dim3(_block_index)
blockDim = Dim3(_block_size)
gridDim = Dim3(_grid_size)


def laneid() -> int:
    """Return the position of the thread in its warp."""
    return running().lane


class Lane:
    """`laneid` imported by name: the number is that of the thread which computes with it."""

    def __index__(self) -> int:
        return laneid()

    def __eq__(self, other: object) -> bool:
        return laneid() == other

    __hash__ = None  # type: ignore[assignment]


def _with_lane(operation: Callable[[Any, Any], Any], *, swapped: bool) -> Any:
    if swapped:
        return lambda _, other: operation(other, laneid())
    return lambda _, other: operation(laneid(), other)


_COMPARISONS = ("lt", "le", "gt", "ge")
_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod")
_BIT_BY_BIT = ("lshift", "rshift", "and", "or", "xor")
for _name in (*_COMPARISONS, *_ARITHMETIC, *_BIT_BY_BIT):
    _operation = getattr(operator, f"__{_name}__")
    setattr(Lane, f"__{_name}__", _with_lane(_operation, swapped=False))
    if _name not in _COMPARISONS:
        setattr(Lane, f"__r{_name}__", _with_lane(_operation, swapped=True))


def grid(ndim: int) -> Any:
    """Return the index of the thread in the whole grid: an int for 1, a tuple for 2 and 3."""
    thread, size = running(), _block_size()
    at, within = thread.block.index, thread.index
    x = at[0] * size[0] + within[0]
    if ndim == 1:
        return x
    return _of_dimension((x, at[1] * size[1] + within[1], at[2] * size[2] + within[2]), ndim)


def gridsize(ndim: int) -> Any:
    """Return how many threads the whole grid has along each axis."""
    sizes = [g * b for g, b in zip(_grid_size(), _block_size(), strict=True)]
    return _of_dimension(sizes, ndim)


def _of_dimension(values: Sequence[int], ndim: int) -> Any:
    if ndim not in (1, 2, 3):
        raise ValueError(f"ndim is 1, 2 or 3, not {ndim}")
    return values[0] if ndim == 1 else tuple(values[:ndim])


# -- Barriers


def syncthreads() -> None:
    """Wait for all threads of the block."""
    wait(_PLAIN_BARRIER, _frame(1))


def syncthreads_count(predicate: Any) -> Any:
    """Wait for all threads of the block; return for how many of them the predicate holds."""
    return wait(Barrier("cuda.syncthreads_count", predicate, _count), _frame(1))


def syncthreads_and(predicate: Any) -> Any:
    """Wait for all threads of the block; return whether the predicate holds for all of them."""
    return wait(Barrier("cuda.syncthreads_and", predicate, _all), _frame(1))


def syncthreads_or(predicate: Any) -> Any:
    """Wait for all threads of the block; return whether the predicate holds for any of them."""
    return wait(Barrier("cuda.syncthreads_or", predicate, _any), _frame(1))


def _count(values: Sequence[Any]) -> int:
    return sum(bool(value) for value in values)


def _all(values: Sequence[Any]) -> int:
    return int(all(values))


def _any(values: Sequence[Any]) -> int:
    return int(any(values))


def _no_answer(_: Sequence[Any]) -> None:
    return None


_PLAIN_BARRIER = Barrier("cuda.syncthreads", None, _no_answer)


def threadfence() -> None:
    """Do nothing: what is written is seen by all at once."""


def nanosleep(_: Any) -> None:
    """Do nothing."""


# -- Memory


class Shared:
    """`cuda.shared`."""

    @staticmethod
    def array(shape: Any, dtype: Any) -> DeviceArray:
        """Return the shared array of this block that is declared here."""
        frame = _frame(1)
        block = running().block
        sizes = _shape(shape)
        kind = host.as_dtype(dtype)
        # Functions made by one factory share their code; their arrays are of different sizes.
        key: Any = (id(frame.f_code), frame.f_lasti, sizes)
        if sizes == (0,):
            # All dynamic shared memory of a block is one piece.
            key, sizes = "dynamic", (block.dynamic_bytes // kind.itemsize,)
        found = block.shared.get(key)
        if found is None:
            found = block.shared[key] = _declared(key, sizes, kind, frame)
        elif found.dtype != kind:
            raise fail("unsupported", "dynamic shared memory of two types", say="two types")
        return found


class Local:
    """`cuda.local`."""

    @staticmethod
    def array(shape: Any, dtype: Any) -> DeviceArray:
        """Return an array of the running thread alone; nobody wrote it yet."""
        running()
        sizes, kind = _shape(shape), host.as_dtype(dtype)
        elements = np.full(math.prod(sizes), poison(kind), kind)
        return device_array(sites.assigned_name(_frame(1)) or "local", elements, sizes)


class Const:
    """`cuda.const`."""

    @staticmethod
    def array_like(array: Any) -> DeviceArray:
        """Return constant memory with these contents."""
        running()
        values = np.ascontiguousarray(array)
        name = sites.assigned_name(_frame(1)) or "const"
        return read_only(device_array(name, values.reshape(-1).copy(), values.shape))


def _declared(key: Any, shape: tuple[int, ...], kind: np.dtype[Any], frame: Any) -> DeviceArray:
    launch = machine.launch
    assert launch is not None
    number = launch.shared_numbers.get(key)
    if number is None:
        number = launch.shared_numbers[key] = _numbered(frame, shape, kind)
    size = math.prod(shape)
    return device_array(
        launch.arrays[number]["name"], np.full(size, poison(kind), kind), shape, number
    )


def _numbered(frame: Any, shape: tuple[int, ...], kind: np.dtype[Any]) -> int:
    launch = machine.launch
    assert launch is not None
    if kind.kind not in "fiub" or len(launch.arrays) >= MOST_ARRAYS:
        raise fail("unsupported", f"shared arrays of {kind}", say=f"shared arrays of {kind}")
    launch.shared_bytes += math.prod(shape) * kind.itemsize
    if launch.shared_bytes > MOST_SHARED_BYTES:
        raise fail(
            "launch",
            "shared_bytes",
            str(launch.shared_bytes),
            str(MOST_SHARED_BYTES),
            say=f"共享内存太多 / too much shared memory: {launch.shared_bytes} bytes, "
            f"limit {MOST_SHARED_BYTES}",
            site=sites.here(frame),
        )
    steps = tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
    described: dict[str, Any] = {
        "name": sites.assigned_name(frame) or f"shared{len(launch.arrays)}",
        "space": "shared",
        "shape": shape,
        "dtype": kind.name,
        "strides": steps,
        "before": None,
        "after": None,
    }
    return launch.add_array(described)


def _shape(shape: Any) -> tuple[int, ...]:
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if not all(isinstance(size, (int, np.integer)) and size >= 0 for size in sizes):
        raise TypeError(
            f"数组的大小必须是常整数 / an array in a kernel has constant integers as shape: {shape}"
        )
    return tuple(int(size) for size in sizes)


shared, local, const = Shared(), Local(), Const()


# -- Numbers


def popc(value: Any) -> int:
    """Return how many bits are set."""
    return (int(value) & _mask(value)).bit_count()


def clz(value: Any) -> int:
    """Return how many bits above the highest that is set are not."""
    return _bits(value) - (int(value) & _mask(value)).bit_length()


def ffs(value: Any) -> int:
    """Return the position of the lowest bit that is set, counted from 1; 0 for none."""
    number = int(value) & _mask(value)
    return (number & -number).bit_length()


def brev(value: Any) -> Any:
    """Return the bits in reverse order."""
    bits = _bits(value)
    return int(f"{int(value) & _mask(value):0{bits}b}"[::-1], 2)


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return a·b + c, rounded as NumPy rounds each step."""
    return a * b + c


def cbrt(value: Any) -> Any:
    """Return the cube root."""
    return np.cbrt(value)


def selp(condition: Any, yes: Any, no: Any) -> Any:
    """Return `yes` where the condition holds, else `no`."""
    return yes if condition else no


def _bits(value: Any) -> int:
    return (
        8 * value.dtype.itemsize if isinstance(value, np.integer) else 64 if _large(value) else 32
    )


def _large(value: Any) -> bool:
    return not -(2**31) <= int(value) < 2**32


def _mask(value: Any) -> int:
    return (1 << _bits(value)) - 1
