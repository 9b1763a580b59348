"""The program that opens a GPU: loads compiled kernels, launches them, and is thrown away.

It knows one submission's compiled kernels and the arguments of their launches, and nothing else: no
notebook, no expected value, no class. An illegal address spoils the whole process, so the first
error ends it; the keeper starts another one for what is left, and kills one that hangs.

Run as `python -m grader.engine.device_runner FD`, where FD is a socket to the keeper.
"""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from grader.box import wire
from grader.box.walls import syscalls
from grader.engine.device_launch import Argument, parameters_of

POISON = 0xFF
"""As every byte of an output: a NaN of every float."""
BAND_BYTES = 4096
"""On both sides of each array: a kernel that writes just past an end is found out. A multiple of
what the GPU aligns memory to."""
WARM_UPS = 2
ERROR_CHARS = 500


class Device(Protocol):
    """The few things that are asked of a GPU."""

    def memory(self, size: int) -> int:
        """Return the address of `size` new bytes, every one of them POISON."""

    def free(self, address: int) -> None:
        """Give memory back."""

    def write(self, address: int, data: NDArray[Any]) -> None:
        """Copy a contiguous array to the GPU."""

    def read(self, address: int, size: int) -> NDArray[np.uint8]:
        """Copy bytes from the GPU."""

    def function(self, code: bytes, entry: str) -> Any:
        """Return a kernel, loaded."""

    def launch(
        self,
        function: Any,
        grid: Sequence[int],
        block: Sequence[int],
        parameters: Sequence[np.generic],
    ) -> None:
        """Start a kernel; raises what the driver says against it."""

    def finish(self) -> None:
        """Wait until all is done; raises what went wrong meanwhile."""

    def elapsed_ms(self, work: Callable[[], None]) -> float:
        """Return how long the GPU took for the work started by a function."""


class Held:
    """One launch with its memory on the GPU."""

    def __init__(self, device: Device, request: Mapping[str, Any]) -> None:
        self._device = device
        self._arguments: tuple[Argument, ...] = request["arguments"]
        self._outputs: tuple[int, ...] = request["outputs"]
        self._shape = (request["grid"], request["block"])
        self._function = device.function(request["code"], request["entry"])
        self._blocks: dict[int, int] = {}
        for i, argument in enumerate(self._arguments):
            if isinstance(argument, np.ndarray):
                self._blocks[i] = device.memory(argument.nbytes + 2 * BAND_BYTES)
                if i not in self._outputs:
                    device.write(self._address(i), np.ascontiguousarray(argument))
        self._parameters = parameters_of(self._arguments, self._address)

    def run(self) -> None:
        """Launch it once."""
        self._device.launch(self._function, *self._shape, self._parameters)

    def result(self) -> dict[str, Any]:
        """Return the outputs, which inputs are changed, and which arrays were written beside."""
        outputs, changed, strayed = [], [], []
        for i, block in self._blocks.items():
            array = self._arguments[i]
            assert isinstance(array, np.ndarray)
            memory = self._device.read(block, array.nbytes + 2 * BAND_BYTES)
            inner = memory[BAND_BYTES : BAND_BYTES + array.nbytes]
            now = inner.view(array.dtype).reshape(array.shape)
            if i in self._outputs:
                outputs.append(now.copy())
            elif now.tobytes() != array.tobytes():
                changed.append(i)
            bands = np.concatenate([memory[:BAND_BYTES], memory[BAND_BYTES + array.nbytes :]])
            if (bands != POISON).any():
                strayed.append(i)
        return {"outputs": tuple(outputs), "changed": tuple(changed), "strayed": tuple(strayed)}

    def free(self) -> None:
        """Give its memory back."""
        for block in self._blocks.values():
            self._device.free(block)

    def _address(self, i: int) -> int:
        return self._blocks[i] + BAND_BYTES


class Runner:
    """Carries out the keeper's requests on one device."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._kept: list[Held] = []

    def answer(self, kind: wire.Kind, request: Any) -> Any:
        """Return the answer to one request."""
        if kind is wire.Kind.RUN_HELD:
            return {"ms": self._times(request["rounds"])}
        held = Held(self._device, request)
        held.run()
        self._device.finish()
        result = held.result()
        if request["keep"]:
            self._kept.append(held)
        else:
            held.free()
        return result

    def _times(self, rounds: int) -> NDArray[np.float64]:
        """Return milliseconds by round and kept launch: one launch of each in every round."""
        for held in self._kept * WARM_UPS:
            held.run()
        self._device.finish()
        ms = np.empty((rounds, len(self._kept)))
        for row in ms:
            row[:] = [self._device.elapsed_ms(held.run) for held in self._kept]
        return ms


class CupyDevice:
    """A real GPU, the first that CUDA_VISIBLE_DEVICES lets this process see."""

    def __init__(self) -> None:
        import cupy

        self._cuda = cupy.cuda
        self._runtime = cupy.cuda.runtime
        self._runtime.setDevice(0)
        # Makes the context, so that later waits are the kernel's own.
        self._runtime.deviceSynchronize()
        self._modules: dict[bytes, Any] = {}

    def memory(self, size: int) -> int:
        """Return the address of poisoned memory."""
        address = int(self._runtime.malloc(size))
        self._runtime.memset(address, POISON, size)
        return address

    def free(self, address: int) -> None:
        """Give memory back."""
        self._runtime.free(address)

    def write(self, address: int, data: NDArray[Any]) -> None:
        """Copy to the GPU."""
        way = self._runtime.memcpyHostToDevice
        self._runtime.memcpy(address, data.ctypes.data, data.nbytes, way)

    def read(self, address: int, size: int) -> NDArray[np.uint8]:
        """Copy from the GPU."""
        data = np.empty(size, np.uint8)
        way = self._runtime.memcpyDeviceToHost
        self._runtime.memcpy(data.ctypes.data, address, size, way)
        return data

    def function(self, code: bytes, entry: str) -> Any:
        """Return a kernel; each module is loaded once."""
        if code not in self._modules:
            module = self._cuda.function.Module()
            module.load(code)
            self._modules[code] = module
        return self._modules[code].get_function(entry)

    def launch(
        self,
        function: Any,
        grid: Sequence[int],
        block: Sequence[int],
        parameters: Sequence[np.generic],
    ) -> None:
        """Start a kernel."""
        function(tuple(grid), tuple(block), tuple(parameters))

    def finish(self) -> None:
        """Wait for it."""
        self._runtime.deviceSynchronize()

    def elapsed_ms(self, work: Callable[[], None]) -> float:
        """Return the time between two events around some work."""
        before, after = self._cuda.Event(), self._cuda.Event()
        before.record()
        work()
        after.record()
        after.synchronize()
        return float(self._cuda.get_elapsed_time(before, after))


def serve(channel: socket.socket, device: Device) -> int:
    """Answer until the keeper hangs up or something fails; return the exit code."""
    try:
        return _serve(channel, Runner(device))
    except EOFError:
        return 0


def _serve(channel: socket.socket, runner: Runner) -> int:
    wire.send(channel, wire.Kind.READY, 0, None, keep_layout=False)
    while True:
        frame = wire.receive(channel, allow_layout=True)
        try:
            answer = runner.answer(frame.kind, frame.value)
        except Exception as error:  # noqa: BLE001 - any failure of a launch is the answer
            text = f"{type(error).__name__}: {error}"[:ERROR_CHARS]
            wire.send(channel, wire.Kind.RAISED, frame.nonce, text, keep_layout=False)
            return 1
        wire.send(channel, wire.Kind.RETURNED, frame.nonce, answer, keep_layout=False)


def end_with_keeper() -> None:
    """Let the kernel kill this process when the keeper dies: a GPU that hangs sees no hang-up."""
    if sys.platform == "linux":
        syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> int:
    """Run the program; return its exit code."""
    end_with_keeper()
    return serve(socket.socket(fileno=int(sys.argv[1])), CupyDevice())


if __name__ == "__main__":
    sys.exit(main())
