"""The machine we run on, as a roofline sees it: one thread's bandwidth and peak, measured.

The bandwidth is that of a STREAM-like triad, the peak that of fused multiply-adds on data in the
first cache. Both are what numba's code reaches here and now: lower bounds of the hardware's limits,
and the fair ones for a kernel written the same way. A best time is taken, because whatever else
runs on the machine only ever adds to it.

Source: McCalpin, "Memory bandwidth and machine balance in current high performance computers",
IEEE TCCA Newsletter, December 1995.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from reference.machine import Bandwidth, Machine, Memory, Peak

if TYPE_CHECKING:
    import numpy as np

TRIAD_BYTES = 2**27
"""Bytes of each of the three arrays: together well beyond most last-level caches."""
FMA_ITEMS = 1024
"""Items of the array in the first cache: 4 or 8 KiB."""
FMA_CHAIN = 8
"""Multiply-adds to each load and store: arithmetic and not the cache sets the time. Longer chains
were slower (32: three quarters of the rate): they leave the core fewer of them to overlap."""
FMA_SWEEPS = 2000
"""About half a millisecond: short enough to find a time slice that nothing interrupts."""
REPEATS = 30
NARROW_OFF = "-prefer-256-bit"
NARROW_NOTE = "with 256-bit vectors, though the processor has 512-bit ones"


def this_machine(
    *,
    triad_bytes: int = TRIAD_BYTES,
    sweeps: int = FMA_SWEEPS,
    repeats: int = REPEATS,
    clock: Callable[[], float] = perf_counter,
) -> Machine:
    """Return this machine with the bandwidth and the peaks that one thread reaches.

    Parameters
    ----------
    triad_bytes
        Bytes of each of the three arrays of the triad, >= 8.
    sweeps
        Passes of the peak kernel over its array, >= 1.
    repeats
        How often each kernel is timed, >= 1; the best time counts.
    clock
        Seconds from some origin.

    Raises
    ------
    RuntimeError
        The clock saw no time pass.
    """
    import datetime as dt

    note = "" if uses_widest_vectors() else NARROW_NOTE
    date = dt.date.today().isoformat()
    peaks = tuple(
        Peak(
            format=name,
            engine="vector",
            value=fma_flop_per_s(dtype, sweeps, repeats, clock),
            unit="FLOP/s",
            source="measured here: fused multiply-adds in the first cache, one thread",
            date=date,
            note=note,
        )
        for name, dtype in (("fp64", "float64"), ("fp32", "float32"))
    )
    bandwidth = Bandwidth(
        value=triad_bytes_per_s(triad_bytes, repeats, clock),
        unit="B/s",
        source="measured here: STREAM-like triad, one thread",
        date=date,
        note="write-allocate traffic is not counted, as in STREAM",
    )
    return Machine(
        name=f"{processor_name()}, one thread",
        kind="cpu_core",
        dense=peaks,
        memory=Memory(technology="main memory", bandwidth=bandwidth),
    )


def use_widest_vectors() -> None:
    """Let numba's loops in this process use 512-bit registers where there are any.

    LLVM prefers 256 bits on such processors, which halves the peak: a library's kernel would stand
    above the roof. The choice is made in the environment, so it has to be made before numba is
    imported; later this changes nothing.
    """
    if (features := widest_vector_features()) and "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_CPU_FEATURES", features)


def uses_widest_vectors() -> bool:
    """Return whether numba's loops may fill the widest registers there are."""
    return widest_vector_features() is None or NARROW_OFF in os.environ.get(
        "NUMBA_CPU_FEATURES", ""
    )


def widest_vector_features() -> str | None:
    """Return the NUMBA_CPU_FEATURES for that, None where they would change nothing."""
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    return f"{features.flatten()},{NARROW_OFF}" if features.get("avx512f") else None


def processor_name() -> str:
    """Return what the processor calls itself, or its architecture where that is not said."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name" and value.strip():
                return value.strip()
    return platform.processor() or platform.machine()


def triad_bytes_per_s(array_bytes: int, repeats: int, clock: Callable[[], float]) -> float:
    """Return the rate of a = b + s·c over arrays of `array_bytes` bytes: 3·array_bytes / time."""
    import numpy as np

    triad, _ = kernels()
    items = array_bytes // 8
    a, b, c = np.zeros(items), np.ones(items), np.full(items, 2.0)
    seconds = best_seconds(lambda: triad(a, b, c, 3.0), repeats, clock)
    return 3 * items * 8 / seconds


def fma_flop_per_s(dtype: str, sweeps: int, repeats: int, clock: Callable[[], float]) -> float:
    """Return the rate of multiply-adds, 2 FLOP each, on an array that stays in the first cache."""
    import numpy as np

    _, multiply_add = kernels()
    x = np.zeros(FMA_ITEMS, dtype)
    # Below 1 the iteration x <- s·x + t converges: no overflow and no subnormal slows it down.
    scale, shift = x.dtype.type(0.5), x.dtype.type(1.0)
    seconds = best_seconds(lambda: multiply_add(x, scale, shift, sweeps), repeats, clock)
    return 2 * FMA_CHAIN * FMA_ITEMS * sweeps / seconds


def best_seconds(call: Callable[[], object], repeats: int, clock: Callable[[], float]) -> float:
    """Return the shortest of `repeats` times of a call, after one call that is not timed.

    Raises
    ------
    RuntimeError
        The clock saw no time pass.
    """
    call()  # compiles the kernel and touches every page
    times = []
    for _ in range(repeats):
        start = clock()
        call()
        times.append(clock() - start)
    best = min(times)
    if best <= 0:
        raise RuntimeError("the clock is too coarse for a measurement of this size")
    return best


@cache
def kernels() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the compiled triad and multiply-add kernels; compiled once a process."""
    import numba

    @numba.njit
    def triad(a: np.ndarray, b: np.ndarray, c: np.ndarray, s: float) -> None:
        for i in range(a.shape[0]):
            a[i] = b[i] + s * c[i]

    # `contract` alone lets a product and a sum fuse; nothing else is reordered or dropped.
    @numba.njit(fastmath={"contract"})
    def multiply_add(x: np.ndarray, scale: float, shift: float, sweeps: int) -> None:
        for _ in range(sweeps):
            for i in range(x.shape[0]):
                value = x[i]
                for _ in range(FMA_CHAIN):
                    value = value * scale + shift
                x[i] = value

    return triad, multiply_add
