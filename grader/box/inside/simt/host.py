"""What the host side of `numba.cuda` offers: memory of the device, streams, events, the device.

Memory of the device is memory of the host that only kernels and copies reach. What nobody wrote is
poisoned, as it may hold anything on a GPU.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from .arrays import poison
from .machine import MOST_BLOCK, MOST_GRID, MOST_SHARED_BYTES, MOST_THREADS_PER_BLOCK


class DeviceNDArray:
    """An array in the memory of the device, as the host holds it."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""
        return tuple(self.memory.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next, by axis."""
        return tuple(self.memory.strides)

    @property
    def dtype(self) -> Any:
        """Type of an element."""
        return self.memory.dtype

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(self.memory.size)

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return int(self.memory.ndim)

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return int(self.memory.nbytes)

    @property
    def T(self) -> DeviceNDArray:
        """The array with its axes reversed: a copy, as numba makes one."""
        return self.transpose()

    def transpose(self) -> DeviceNDArray:
        """Return a copy with the axes reversed."""
        return DeviceNDArray(np.ascontiguousarray(self.memory.T))

    def __len__(self) -> int:
        return len(self.memory)

    def __getitem__(self, key: Any) -> Any:
        found = self.memory[key]
        return DeviceNDArray(found) if isinstance(found, np.ndarray) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        self.memory[key] = value.memory if isinstance(value, DeviceNDArray) else value

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        del copy
        return np.array(self.memory, dtype)

    def copy_to_host(self, ary: Any = None, stream: Any = 0) -> Any:
        """Copy to a new array of the host, or to `ary`."""
        del stream
        if ary is None:
            return self.memory.copy(order="A")
        _demand_same(ary, self.memory)
        ary[...] = self.memory
        return ary

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Copy from an array of the host or the device."""
        del stream
        source = ary.memory if isinstance(ary, DeviceNDArray) else np.asarray(ary)
        _demand_same(source, self.memory)
        self.memory[...] = source

    def reshape(self, *shape: Any, order: str = "C") -> DeviceNDArray:
        """Return the same memory in another shape."""
        return DeviceNDArray(self.memory.reshape(*shape, order=order))

    def ravel(self, order: str = "C", stream: Any = 0) -> DeviceNDArray:
        """Return the same memory flat."""
        del stream
        return DeviceNDArray(self.memory.ravel(order=order))

    def is_c_contiguous(self) -> bool:
        """Return whether rows follow each other."""
        return bool(self.memory.flags.c_contiguous)

    def is_f_contiguous(self) -> bool:
        """Return whether columns follow each other."""
        return bool(self.memory.flags.f_contiguous)


def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: Any = None) -> DeviceNDArray:
    """Copy an array to the device."""
    del stream, copy
    if isinstance(obj, DeviceNDArray):
        return obj
    source = np.asarray(obj)
    if to is not None:
        to.copy_to_device(source)
        return DeviceNDArray(to.memory)
    if not (source.flags.c_contiguous or source.flags.f_contiguous):
        raise ValueError(
            "Array contains non-contiguous buffer and cannot be transferred as a single memory "
            "region. Please ensure contiguous buffer with numpy .ascontiguousarray()"
        )
    return DeviceNDArray(source.copy(order="A"))


def device_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = 0
) -> DeviceNDArray:
    """Return memory of the device that holds anything."""
    del strides, stream
    kind = as_dtype(dtype)
    return DeviceNDArray(np.full(shape, poison(kind), kind, order=order))  # type: ignore[call-overload]


def device_array_like(ary: Any, stream: Any = 0) -> DeviceNDArray:
    """Return memory of the device that holds anything, shaped like `ary`."""
    order = "F" if ary.ndim > 1 and ary.strides[0] < ary.strides[-1] else "C"
    return device_array(ary.shape, ary.dtype, order=order, stream=stream)


def pinned_array(shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C") -> Any:
    """Return memory of the host that holds anything."""
    return device_array(shape, dtype, strides, order).memory


def pinned_array_like(ary: Any) -> Any:
    """Return memory of the host that holds anything, shaped like `ary`."""
    return device_array_like(ary).memory


def mapped_array(shape: Any, dtype: Any = np.float64, *args: Any, **_: Any) -> DeviceNDArray:
    """Return memory that host and device see."""
    return device_array(shape, dtype, *args)


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceNDArray:
    """Return an array of the device as itself."""
    del sync
    if not isinstance(obj, DeviceNDArray):
        raise TypeError("*obj* doesn't implement the cuda array interface.")
    return obj


def is_cuda_array(obj: Any) -> bool:
    """Return whether this is an array of the device."""
    return isinstance(obj, DeviceNDArray)


@contextlib.contextmanager
def nothing(*_: Any, **__: Any) -> Iterator[Any]:
    """Stand for contexts that change nothing here: `pinned`, `defer_cleanup`, `profiling`."""
    yield None


@functools.cache
def as_dtype(dtype: Any) -> np.dtype[Any]:
    """Return the NumPy type for a type of numba's, such as `float32`, or of NumPy's."""
    from numba.core import types
    from numba.np import numpy_support

    if isinstance(dtype, types.Type):
        dtype = numpy_support.as_dtype(dtype)
    kind: np.dtype[Any] = np.dtype(dtype)
    return kind


class Stream:
    """A stream: every launch is over before the next thing happens."""

    def __bool__(self) -> bool:
        return False

    def synchronize(self) -> None:
        """Do nothing: there is nothing to wait for."""

    @contextlib.contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """Return itself."""
        yield self


class Event:
    """An event; the time between two of them says nothing about a GPU."""

    def __init__(self, timing: bool = True) -> None:
        del timing
        self._at_s = 0.0

    def record(self, stream: Any = 0) -> None:
        """Remember the time."""
        del stream
        self._at_s = time.perf_counter()

    def synchronize(self) -> None:
        """Do nothing: there is nothing to wait for."""

    wait = synchronize

    def query(self) -> bool:
        """Return True: what was to happen has happened."""
        return True

    def elapsed_time(self, later: Event) -> float:
        """Return the milliseconds until `later`."""
        return max(1e3 * (later._at_s - self._at_s), 1e-6)


class Device:
    """The simulated device."""

    id = 0
    name = b"rooflab simulator"
    compute_capability = (9, 0)
    MULTIPROCESSOR_COUNT = 132
    WARP_SIZE = 32
    MAX_THREADS_PER_BLOCK = MOST_THREADS_PER_BLOCK
    MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y, MAX_BLOCK_DIM_Z = MOST_BLOCK
    MAX_GRID_DIM_X, MAX_GRID_DIM_Y, MAX_GRID_DIM_Z = MOST_GRID
    MAX_SHARED_MEMORY_PER_BLOCK = MOST_SHARED_BYTES

    def reset(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Gpus(list[Device]):
    """The list of devices: one."""

    current = Device()


class Context:
    """The context of the device."""

    device = Device()

    def get_memory_info(self) -> tuple[int, int]:
        """Return free and total bytes."""
        return 16 << 30, 16 << 30

    def synchronize(self) -> None:
        """Do nothing: there is nothing to wait for."""

    reset = synchronize


def _demand_same(left: Any, right: Any) -> None:
    if left.shape != right.shape or left.dtype != right.dtype:
        raise ValueError(
            f"incompatible arrays: {left.dtype} {left.shape}, {right.dtype} {right.shape}"
        )
