"""The keeper's end of the zygote: starting it, asking it for processes, killing and reaping them.

Only plumbing: descriptors, process ids, and the clean environment. What a box may do is decided in
`walls`, what it is asked in `keeper`.
"""

from __future__ import annotations

import json
import os
import secrets as random_source
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from grader.box import groups, places
from grader.box.limits import quota, visible_pid
from grader.box.walls import Rung
from grader.course import Limits
from grader.errors import BoxError
from grader.messages import Message, say

_PROGRAM = Path(__file__).parent / "zygote.py"
_MESSAGE_BYTES = 4096
_END_WAIT_S = 10.0
_START_WAIT_S = 300.0

# Not inherited, made: one thread, one hash seed and one backend make a run repeat; a proxy or a
# token in the keeper's environment is nobody's business in a box.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/box",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "NUMBA_THREADING_LAYER": "workqueue",
    "MPLBACKEND": "agg",
    # Every malloc arena reserves 64 MiB of the address space that the memory limit counts.
    "MALLOC_ARENA_MAX": "1",
}


class NewBox:
    """The handles of one box process, all owned by the keeper."""

    def __init__(
        self, channel: socket.socket, output: int, pidfd: int, answer: Mapping[str, Any], nonce: int
    ) -> None:
        self.channel = channel
        self.output = output
        self.pidfd = pidfd
        self.pid = int(answer["pid"])
        """The id in the zygote's namespace: what `Host.reap` wants."""
        self.base_bytes = int(answer["base_bytes"])
        self.folder = str(answer["folder"])
        """Its private folder, where that is one of the host's; else empty."""
        self.nonce = nonce
        self.visible_pid = visible_pid(pidfd) if pidfd >= 0 else 0
        """The id in the keeper's namespace; 0 where the system has no pidfds."""

    def kill(self) -> None:
        """Send SIGKILL; no harm if it is dead already."""
        self._signal(signal.SIGKILL)

    def freeze(self) -> None:
        """Stop all its threads; what it was doing goes on after `thaw`."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen process go on; no harm if it was not frozen."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            if self.pidfd >= 0:
                signal.pidfd_send_signal(self.pidfd, number)
            else:
                os.kill(self.pid, number)

    def wait_exit(self, milliseconds: int) -> bool:
        """Wait for the process to end by itself; return whether it has."""
        if self.pidfd < 0:
            return False
        poller = select.poll()
        poller.register(self.pidfd, select.POLLIN)
        return bool(poller.poll(milliseconds))

    def release(self) -> None:
        """Close the handles."""
        self.channel.close()
        os.close(self.output)
        if self.pidfd >= 0:
            os.close(self.pidfd)


def _new_group() -> groups.Group | None:
    """Return a control group for a zygote; None where there is none: limits hold without."""
    folder = groups.delegated()
    if isinstance(folder, Message):
        return None
    try:
        return groups.Group(folder)
    except OSError:
        return None


class Host:
    """A running zygote program."""

    def __init__(self, rung: Rung, secrets: Sequence[Path], kind: str) -> None:
        if os.name != "posix":
            raise BoxError(say("box.not_posix"), say("box.hint.linux"))
        binds = places.readable_binds()
        places.refuse_visible_secrets(secrets, binds, rung)
        self.rung = rung
        self.boxes_are_process_1 = rung is Rung.A
        config = {"rung": rung.value, "kind": kind, "binds": [tuple(bind) for bind in binds]}
        self._group = _new_group()
        # Only Linux keeps message borders on a connected pair that also reports its end.
        style = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
        self._control, theirs = socket.socketpair(socket.AF_UNIX, style)
        self._program = self._execute(theirs, config)
        self._control.settimeout(_START_WAIT_S)
        try:
            answer = self._receive()[0]
        except BoxError:
            self.close()
            raise
        if "error" in answer:
            self.close()
            detail = str(answer["error"])
            raise BoxError(
                say("box.no_zygote", rung=rung.value, detail=detail), say("box.hint.doctor")
            )
        self._base_bytes = int(answer["base_bytes"])
        if self._group is not None and not answer["grouped"]:
            self._group.close()
            self._group = None

    def open_box(self, limits: Limits) -> NewBox:
        """Return the handles of a new box process, whose walls may not be up yet."""
        ours, theirs = socket.socketpair()
        read_end, write_end = os.pipe()
        os.set_blocking(read_end, False)
        nonce = random_source.randbits(64)
        request = json.dumps({"quota": quota(limits), "nonce": nonce}).encode()
        try:
            self._make_room(limits)
            self._send(request, [theirs.fileno(), write_end])
            answer, pidfd = self._receive()
            if "error" in answer:
                raise BoxError(say("box.setup_failed", detail=str(answer["error"])))
        except BoxError:
            ours.close()
            os.close(read_end)
            raise
        finally:
            theirs.close()
            os.close(write_end)
        try:
            new = NewBox(ours, read_end, pidfd, answer, nonce)
        except BoxError:  # gone before it was seen
            ours.close()
            os.close(read_end)
            os.close(pidfd)
            raise
        if self._group is not None:
            self._group.opened(new.pid)
        return new

    def reap(self, pid: int) -> tuple[int, int]:
        """Wait for a killed or dying box; return its wait status and its resident peak in bytes.

        Raises
        ------
        BoxError
            The zygote is gone, and its boxes with it.
        """
        self._send(json.dumps({"reap": pid}).encode(), [])
        answer, _ = self._receive()
        if self._group is not None:
            self._group.ended(pid)
        return int(answer["status"]), int(answer["peak_bytes"])

    @property
    def alive(self) -> bool:
        """Whether the zygote's program has not ended."""
        return self._program.poll() is None

    def memory_ran_out(self) -> bool:
        """Return whether the kernel had to kill for want of the group's memory since last asked."""
        return self._group is not None and self._group.was_exhausted()

    def close(self) -> None:
        """End the program; its boxes die with it."""
        self._control.close()
        try:
            self._program.wait(_END_WAIT_S)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
        if self._group is not None:
            self._group.close()

    def _make_room(self, limits: Limits) -> None:
        if self._group is None:
            return
        try:
            self._group.make_room(limits, self._base_bytes)
        except OSError as error:
            raise BoxError(say("box.setup_failed", detail=str(error))) from None

    def _execute(self, theirs: socket.socket, config: dict[str, Any]) -> subprocess.Popen[bytes]:
        # Not -I: it would drop PYTHONHASHSEED. -P and -s keep foreign folders off sys.path, and
        # the environment is ours.
        command = [sys.executable, "-P", "-s", "-B", str(_PROGRAM)]
        door = [] if self._group is None else [self._group.door]
        with theirs:
            return subprocess.Popen(
                [*command, str(theirs.fileno()), json.dumps(config | {"group": door})],
                pass_fds=[theirs.fileno(), *door],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def _send(self, request: bytes, descriptors: list[int]) -> None:
        try:
            socket.send_fds(self._control, [request], descriptors)
        except OSError as error:
            raise self._gone(str(error)) from None

    def _receive(self) -> tuple[dict[str, Any], int]:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, _MESSAGE_BYTES, 1)
        except OSError as error:
            raise self._gone(str(error)) from None
        if not data:
            raise self._gone("EOF")
        return json.loads(data), descriptors[0] if descriptors else -1

    def _gone(self, detail: str) -> BoxError:
        code = self._program.poll()
        shown = detail if code is None else f"{detail}, exit {code}"
        return BoxError(say("box.zygote_died", detail=shown), say("box.hint.doctor"))
