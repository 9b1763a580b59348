"""The keeper's end of a runner: starting it on one GPU, asking it, and killing it at a limit.

What comes back is data, checked as strictly as what comes out of a box: a kernel of a student's ran
in there, if only on the GPU.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
from numpy.typing import NDArray

from grader.box import wire
from grader.engine.device_gpus import Gpu
from grader.engine.device_launch import Launch
from grader.errors import BoxError
from grader.messages import Message, say

PROGRAM = (sys.executable, "-P", "-B", "-m", "grader.engine.device_runner")
ALL_TIMES_S = 60.0
"""For all rounds together."""
START_S = 120.0
"""To import CuPy and to make a context, on a machine that does it for the first time."""
LAUNCH_S = 10.0
"""Wall seconds for one launch with all its copies; an honest one takes a tenth of a second."""
END_S = 10.0
"""To leave, for a process that has closed its channel: the driver tidies up first."""
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "TMPDIR", "LANG")
_SAID_CHARS = 300


class Lost(Exception):
    """The runner is gone, and why: an error of the launch, its death, or a limit."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.id)
        self.why = why


@dataclass(frozen=True, eq=False)
class Came:
    """What a launch left behind."""

    outputs: tuple[NDArray[Any], ...]
    changed: tuple[int, ...]
    """Inputs that are not what they were."""
    strayed: tuple[int, ...]
    """Arrays before or behind which something was written."""


class Runner:
    """One runner process on one GPU; a context manager.

    Parameters
    ----------
    program
        The command; the number of a socket is added to it.

    Raises
    ------
    BoxError
        It cannot start: CuPy, the driver or the GPU itself has a problem.
    """

    def __init__(
        self, gpu: Gpu, program: Sequence[str] = PROGRAM, *, launch_s: float = LAUNCH_S
    ) -> None:
        self._launch_s = launch_s
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        self._folder = tempfile.TemporaryDirectory(prefix="grader-gpu-")
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [*program, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=environment(gpu, self._folder.name),
                cwd=self._folder.name,
                stdin=subprocess.DEVNULL,
                stdout=self._said,
                stderr=self._said,
                start_new_session=True,
            )
        try:
            self._receive((wire.Kind.READY,), 0, START_S)
        except Lost as lost:
            said = self._last_words()
            self.close()
            raise BoxError(say("device.no_start", gpu=gpu.shown, why=lost.why, said=said)) from None
        except BaseException:
            self.close()
            raise

    def run(self, launch: Launch, *, keep: bool = False) -> Came:
        """Launch a kernel; `keep` it for `times_ms`. Lost if nothing comes of it."""
        request = {
            "code": launch.code,
            "entry": launch.entry,
            "grid": launch.grid,
            "block": launch.block,
            "arguments": launch.arguments,
            "outputs": launch.outputs,
            "keep": keep,
        }
        return _came(self._ask(wire.Kind.CALL, request, self._launch_s), launch)

    def times_ms(self, rounds: int, launches: int) -> NDArray[np.float64]:
        """Return the milliseconds of each kept launch in each round."""
        answer = self._ask(wire.Kind.RUN_HELD, {"rounds": rounds}, ALL_TIMES_S)
        ms = _fields(answer, ("ms",))["ms"]
        _demand(type(ms) is np.ndarray)
        assert isinstance(ms, np.ndarray)
        _demand(ms.dtype == np.float64 and ms.shape == (rounds, launches))
        _demand(bool(np.isfinite(ms).all()) and bool((ms > 0).all()))
        return ms

    def close(self) -> None:
        """Kill the process, whatever it does, and remove its folder."""
        self._channel.close()
        self._process.kill()
        self._process.wait()
        self._said.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, kind: wire.Kind, request: object, limit_s: float) -> object:
        nonce = secrets.randbits(64)
        deadline = time.monotonic() + limit_s
        try:
            wire.send(self._channel, kind, nonce, request, keep_layout=False, deadline=deadline)
        except (EOFError, wire.WireTimeout):
            raise self._gone() from None
        frame = self._receive((wire.Kind.RETURNED, wire.Kind.RAISED), nonce, limit_s)
        if frame.kind is wire.Kind.RAISED:
            _demand(type(frame.value) is str)
            raise Lost(say("device.error", text=str(frame.value)[:_SAID_CHARS]))
        return frame.value

    def _receive(self, kinds: Sequence[wire.Kind], nonce: int, limit_s: float) -> wire.Frame:
        try:
            return wire.receive(
                self._channel, expect=(kinds, nonce), deadline=time.monotonic() + limit_s
            )
        except wire.WireTimeout:
            raise Lost(say("device.hung", seconds=f"{limit_s:g}")) from None
        except EOFError:
            raise self._gone() from None
        except wire.ProtocolError:
            raise Lost(say("device.garbled")) from None

    def _gone(self) -> Lost:
        """Return why the process ended by itself."""
        try:
            code = self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        return Lost(say("device.died", code=code))

    def _last_words(self) -> str:
        self._said.seek(0)
        return self._said.read().decode("utf-8", "replace").strip()[-_SAID_CHARS:] or "-"


def environment(gpu: Gpu, folder: str) -> dict[str, str]:
    """Return what a runner sees of the world: one GPU, a folder of its own, no name or token."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return kept | {
        "CUDA_VISIBLE_DEVICES": gpu.uuid,
        # A kernel is loaded once: a cache on the disk would only remember students' code.
        "CUDA_CACHE_DISABLE": "1",
        "CUPY_CACHE_DIR": folder,
        "HOME": folder,
    }


def _came(answer: object, launch: Launch) -> Came:
    """Return what an answer says of a launch; Lost if it cannot be one."""
    fields = _fields(answer, ("outputs", "changed", "strayed"))
    outputs = fields["outputs"]
    assert isinstance(outputs, tuple)
    _demand(len(outputs) == len(launch.outputs))
    for got, i in zip(outputs, launch.outputs, strict=True):
        sent = launch.arguments[i]
        fits = type(got) is np.ndarray and got.dtype == sent.dtype
        _demand(fits and got.shape == sent.shape)
    numbers = (fields["changed"], fields["strayed"])
    for named in numbers:
        assert isinstance(named, tuple)
        _demand(all(type(i) is int and 0 <= i < len(launch.arguments) for i in named))
    return Came(outputs, *numbers)  # type: ignore[arg-type]


def _fields(answer: object, names: Sequence[str]) -> Mapping[str, object]:
    _demand(type(answer) is dict)
    assert isinstance(answer, dict)
    _demand(set(answer) == set(names))
    _demand(all(name == "ms" or type(answer[name]) is tuple for name in names))
    return answer


def _demand(holds: bool) -> None:
    if not holds:
        raise Lost(say("device.garbled"))
