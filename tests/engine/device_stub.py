"""A runner whose GPU is this process's own memory: for the tests of everything around a GPU.

Run as `device_stub.py LOG FD`. The name of the kernel says what a launch does; each process notes
in LOG which GPU it was given, and when it starts, launches and ends. A product is computed from
the parameters alone, in numba's order, so a mistake in packing them is a wrong result.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader.engine.device_runner import POISON, end_with_keeper, serve

HEAD = """//
.version 9.5
.target sm_90
.address_size 64

.visible .shared .align 4 .b8 _cudapy_smem_1[1024];

.visible .entry {name}(
{parameters}
)
{{
	ret;
}}
"""


def ptx(name: str, widths: Sequence[str] = ("u64",) * 27) -> str:
    """Return the text of a kernel, by default one of three matrices, as NVVM writes it."""
    lines = (f"\t.param .{width} {name}_param_{i}" for i, width in enumerate(widths))
    return HEAD.format(name=name, parameters=",\n".join(lines))


def compiled(name: str) -> bytes:
    """Return what stands for the code of a kernel."""
    return b"\x7fELF " + name.encode()


def matrix(parameters: Sequence[Any]) -> Any:
    """Return the two-dimensional float32 array that nine parameters describe."""
    _, _, size, itemsize, address, rows, columns, row_step, step = map(int, parameters)
    assert (rows * columns, itemsize, row_step, step) == (size, 4, columns * 4, 4)
    memory = (ctypes.c_char * (size * itemsize)).from_address(address)
    return np.frombuffer(memory, np.float32).reshape(rows, columns)


class HostDevice:
    """A device in this process."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._memory: dict[int, Any] = {}
        self._failed = ""

    def memory(self, size: int) -> int:
        data = np.full(size, POISON, np.uint8)
        self._memory[data.ctypes.data] = data
        return int(data.ctypes.data)

    def free(self, address: int) -> None:
        del self._memory[address]

    def write(self, address: int, data: Any) -> None:
        ctypes.memmove(address, data.ctypes.data, data.nbytes)

    def read(self, address: int, size: int) -> Any:
        return self._memory[address][:size].copy()

    def function(self, code: bytes, entry: str) -> Any:
        assert code == compiled(entry)
        return entry

    def launch(self, function: Any, grid: Any, block: Any, parameters: Sequence[Any]) -> None:
        a, b, c = (matrix(parameters[i : i + 9]) for i in (0, 9, 18))
        self._note(f"launch {function} {c.shape[0]}")
        if "hang" in function and c.shape[0] > 1:
            signal.pause()
        if "die" in function:
            os.kill(os.getpid(), signal.SIGKILL)
        if "illegal" in function:
            self._failed = "cudaErrorIllegalAddress: an illegal memory access was encountered"
            return
        if "idle" in function:
            return
        c[...] = a @ b
        if "input" in function:
            a[0, 0] += 1
        if "stray" in function:
            beyond = c.ctypes.data + c.nbytes
            (ctypes.c_float * 1).from_address(beyond)[0] = 1.0

    def finish(self) -> None:
        if self._failed:
            raise RuntimeError(self._failed)

    def elapsed_ms(self, work: Callable[[], None]) -> float:
        work()
        return 1.0


def main() -> int:
    log, fd = Path(sys.argv[1]), int(sys.argv[2])
    gpu = os.environ["CUDA_VISIBLE_DEVICES"]

    def note(event: str) -> None:
        line = f"{gpu} {os.getpid()} {event}\n"
        with open(log, "a", encoding="utf-8") as file:
            file.write(line)

    end_with_keeper()
    note("start")
    code = serve(socket.socket(fileno=fd), HostDevice(note))
    note("end")
    return code


if __name__ == "__main__":
    sys.exit(main())
