"""`@cuda.jit` and what it returns: a function of the device, launched as `kernel[grid, block]`."""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import operator
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import host
from .arrays import DeviceArray, device_array
from .blocks import Block, ordered
from .machine import (
    MOST_BLOCK,
    MOST_GRID,
    MOST_SHARED_BYTES,
    MOST_THREADS_PER_BLOCK,
    Triple,
    fail,
    machine,
)
from .record import (
    MOST_ARRAYS,
    MOST_LAUNCHES,
    MOST_PLACES,
    MOST_THREADS,
    LaunchRecord,
)

_AXES = "xyz"
_KINDS = "fiub"
"""Kinds of numbers that a record can hold."""


def jit(
    func_or_sig: Any = None,
    argtypes: Any = None,
    device: bool = False,
    inline: Any = False,
    **_: Any,
) -> Any:
    """Stand for `numba.cuda.jit`. Signatures and options of the compiler are not looked at."""
    if callable(func_or_sig) and not _is_signature(func_or_sig):
        return Kernel(func_or_sig)
    del argtypes, device, inline
    return Kernel


def _is_signature(value: Any) -> bool:
    from numba.core import types
    from numba.core.typing.templates import Signature

    return isinstance(value, (Signature, types.Type))


class Kernel:
    """A function of the device. Called inside a kernel it is a plain function of that thread."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        functools.update_wrapper(self, py_func)
        self.py_func = py_func

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a plain function of the thread that calls it."""
        if machine.thread is None:
            raise fail(
                "launch",
                "no_configuration",
                "",
                "",
                say=f"启动核函数要写明网格和线程块 / a launch needs its grid and block: "
                f"{self.py_func.__name__}[grid, block](…)",
            )
        return self.py_func(*args, **kwargs)

    def __getitem__(self, configuration: Any) -> Configured:
        if not isinstance(configuration, tuple) or not 2 <= len(configuration) <= 4:
            raise ValueError("kernel[grid, block], kernel[grid, block, stream, shared_bytes]")
        return self.configure(*configuration)

    def configure(
        self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: Any = 0
    ) -> Configured:
        """Return the kernel with a grid and a block, ready to be called."""
        if machine.thread is not None:
            raise fail("unsupported", "dynamic parallelism", say="a kernel cannot launch kernels")
        del stream
        grid, block = _three(griddim, "grid"), _three(blockdim, "block")
        return Configured(self, grid, block, int(sharedmem))

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> Any:
        """Return the kernel configured for so many threads or a few more, in one dimension."""
        threads = tpb or 128
        return self.configure(max(1, math.ceil(ntasks / threads)), threads, stream, sharedmem)

    def specialize(self, *_: Any) -> Kernel:
        """Return the kernel: nothing is compiled here."""
        return self


class Configured:
    """A kernel with its launch configuration; calling it runs every thread to its end."""

    def __init__(self, kernel: Kernel, grid: Triple, block: Triple, shared_bytes: int) -> None:
        self.kernel, self.grid, self.block = kernel, grid, block
        self.shared_bytes = shared_bytes

    def __call__(self, *args: Any) -> None:
        """Launch.

        Raises
        ------
        KernelFault
            The configuration is none, or a thread did what no thread may do.
        """
        function = self.kernel.py_func
        launch = LaunchRecord(function.__name__, self.grid, self.block, machine.order)
        machine.launch = launch
        try:
            self._demand_limits()
            self._demand_room(launch)
            passed = _Arguments(function, args)
            if machine.recorder is not None:
                machine.recorder.launches.append(launch)
            try:
                with _compiled_functions_as_source(), _no_collections():
                    self._run(launch, passed.inside)
                launch.finished = True
            finally:
                launch.log.frame = launch.unseen.frame = None
                passed.write_back()
        finally:
            machine.launch = machine.block = None

    def _run(self, launch: LaunchRecord, args: tuple[Any, ...]) -> None:
        x, y, z = self.grid
        for number in _blocks(x * y * z, launch.order):
            index = (number % x, number // x % y, number // (x * y))
            block = machine.block = Block(number, index, self.shared_bytes)
            block.run(self.kernel.py_func, args)

    def _demand_limits(self) -> None:
        for what, sizes, limits in (
            ("block", self.block, MOST_BLOCK),
            ("grid", self.grid, MOST_GRID),
        ):
            for axis, size, most in zip(_AXES, sizes, limits, strict=True):
                if size < 1:
                    _refuse("empty", f"{what}.{axis} = {size}", 1)
                if size > most:
                    _refuse(f"{what}_{axis}", size, most)
        if math.prod(self.block) > MOST_THREADS_PER_BLOCK:
            _refuse("threads_per_block", math.prod(self.block), MOST_THREADS_PER_BLOCK)
        if self.shared_bytes > MOST_SHARED_BYTES:
            _refuse("shared_bytes", self.shared_bytes, MOST_SHARED_BYTES)

    def _demand_room(self, launch: LaunchRecord) -> None:
        """Refuse what could not be recorded: that it is too much for us says nothing about it."""
        if machine.recorder is None:
            return
        before = machine.recorder.launches
        threads = math.prod(self.grid) * math.prod(self.block)
        threads += sum(math.prod(past.grid) * math.prod(past.block) for past in before)
        if threads > MOST_THREADS:
            raise fail("unsupported", f"launches of {threads} threads", say="too many threads")
        if len(before) >= MOST_LAUNCHES:
            construct = f"more than {MOST_LAUNCHES} launches in one call"
            raise fail("unsupported", construct, say=construct)
        launch.most_events -= sum(len(past.log) for past in before)
        launch.most_runs -= sum(len(past.runs) for past in before)


@contextlib.contextmanager
def _no_collections() -> Iterator[None]:
    """Let Python not look for cycles: that takes a quarter of a launch, for the record is large."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def _compiled_functions_as_source() -> Iterator[None]:
    """Let a thread that calls an `@njit` function run its source: a kernel may call one."""
    from numba.core import dispatcher

    compiled: Any = dispatcher.Dispatcher
    own = vars(compiled).get("__call__")
    compiled.__call__ = lambda self, *args, **kwargs: self.py_func(*args, **kwargs)
    try:
        yield
    finally:
        del compiled.__call__
        if own is not None:
            compiled.__call__ = own


def _refuse(what: str, got: Any, most: int) -> None:
    raise fail(
        "launch",
        what,
        str(got),
        str(most),
        say=f"启动配置超出限制 / the launch configuration is beyond the limits: {what} = {got}, "
        f"limit {most}",
    )


def _blocks(count: int, order: int) -> Any:
    # Most orders need no list: a grid may have two thousand million blocks.
    blocks = range(count)
    return blocks if order == 0 else reversed(blocks) if order < 0 else ordered(blocks, order)


def _three(size: Any, what: str) -> Triple:
    """Return a grid or block as x, y, z."""
    parts = tuple(size) if isinstance(size, (tuple, list)) else (size,)
    try:
        sizes = [operator.index(part) for part in parts]
    except TypeError:
        raise fail(
            "launch",
            "not_integer",
            f"{what} = {size}",
            "",
            say=f"网格和线程块的大小必须是整数 / grid and block are integers: {what} = {size}",
        ) from None
    if not 1 <= len(sizes) <= 3:
        _refuse("dimensions", f"{what} = {size}", 3)
    sizes += [1] * (3 - len(sizes))
    return sizes[0], sizes[1], sizes[2]


class _Arguments:
    """What a launch is given, as its threads see it, and the way back."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        code = function.__code__
        if len(args) != code.co_argcount and not function.__defaults__:
            raise TypeError(
                f"{function.__name__}() takes {code.co_argcount} arguments, {len(args)} were given"
            )
        self._held: list[tuple[Any, DeviceArray, dict[str, Any]]] = []
        names = (*code.co_varnames[: code.co_argcount], *map(str, range(len(args))))
        self.inside = tuple(
            self._given(name, value) for name, value in zip(names, args, strict=False)
        )

    def _given(self, name: str, value: Any) -> Any:
        if isinstance(value, (int, float, bool, np.number, np.bool_)):
            return value
        if isinstance(value, tuple):
            return tuple(self._given(f"{name}[{i}]", part) for i, part in enumerate(value))
        if isinstance(value, (np.ndarray, host.DeviceNDArray)):
            return self._array(name, value)
        if isinstance(value, types.ModuleType):
            # What a part of numba.cuda that is not simulated gave while a cell was loaded.
            construct = value.__name__.removeprefix("numba.")
            raise fail("unsupported", construct, say=f"not simulated: {construct}")
        shown = type(value).__name__
        raise fail(
            "arguments",
            f"{name}: {shown}",
            say=f"核函数的参数不能是 {shown} / a kernel cannot take a {shown}: {name}",
        )

    def _array(self, name: str, value: Any) -> DeviceArray:
        memory = _memory(value)
        self._demand_kind(name, value, memory)
        for other, inside, _ in self._held:
            theirs = _memory(other)
            if theirs is memory:
                return inside
            if np.may_share_memory(theirs, memory):
                raise fail("unsupported", "overlapping arguments", say="two arguments overlap")
        elements = memory.flatten()
        launch = machine.launch
        assert launch is not None
        described: dict[str, Any] = {
            "name": name,
            "space": "global",
            "shape": memory.shape,
            "dtype": memory.dtype.name,
            "strides": tuple(stride // memory.itemsize for stride in memory.strides),
            "before": elements.reshape(memory.shape).copy(),
            "after": None,
        }
        number = launch.add_array(described)
        inside = device_array(name, elements, memory.shape, number)
        self._held.append((value, inside, described))
        return inside

    def _demand_kind(self, name: str, value: Any, memory: Any) -> None:
        contiguous = memory.flags.c_contiguous or memory.flags.f_contiguous
        if isinstance(value, np.ndarray) and not contiguous:
            raise fail(
                "arguments",
                f"{name}: not contiguous",
                say=f"{name} 在内存中不连续，不能直接送到 GPU / {name} is not contiguous in "
                "memory: it cannot go to the GPU as it is",
            )
        assert machine.launch is not None
        kind = memory.dtype
        if kind.kind not in _KINDS or kind.itemsize > 8 or memory.size >= MOST_PLACES:
            raise fail("unsupported", f"{memory.dtype} arrays", say=f"{name}: {memory.dtype}")
        if len(machine.launch.arrays) >= MOST_ARRAYS:
            raise fail("unsupported", f"more than {MOST_ARRAYS} arrays", say="too many arrays")

    def write_back(self) -> None:
        """Copy what the threads left into the memory of the host or the device."""
        for value, inside, described in self._held:
            after = inside._values.reshape(inside.shape)
            described["after"] = after
            memory = _memory(value)
            if not np.array_equal(_bits(described["before"]), _bits(after)):
                memory[...] = after


def _memory(value: Any) -> Any:
    """Return the NumPy array behind an argument: one of the host, or of the device."""
    return value.memory if isinstance(value, host.DeviceNDArray) else value


def _bits(array: Any) -> Any:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)
