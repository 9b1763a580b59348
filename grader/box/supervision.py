"""One box process under supervision: asked one thing at a time, watched, ended at its limits.

No verdict rests on the box's word: time, memory and death are read from the kernel.
"""

from __future__ import annotations

import os
import secrets as random_source
import select
import socket
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

from grader.box import folders, wire
from grader.box import limits as meters
from grader.box.answers import BoxDied
from grader.box.host import Host, NewBox
from grader.course import Limits
from grader.errors import BoxError
from grader.messages import Message, say
from grader.outcome import Status

POLL_S = 0.05
_READY_WAIT_S = 60.0
# How long a closed channel may precede the exit that explains it; only a prank waits so long.
_EXIT_WAIT_MS = 2000
_READ_BYTES = 1 << 16
_DETAIL_BYTES = 600
_CAN_HAVE_COMPILED_S = 0.02
"""Numba compiles nothing in less, and most requests take less: they are not asked about it."""


class SupervisedProcess:
    """A walled process that answers one request at a time.

    After `BoxDied` nothing more can be asked; every further request raises the same again.
    """

    def __init__(self, host: Host, new: NewBox, limits: Limits, guard_s: float | None) -> None:
        self._host = host
        self._process = new
        self._limits = limits
        self._guard_s = guard_s
        self._output = bytearray()
        self._output_bytes = 0
        self._death: BoxDied | BoxError | None = None
        self._closed = False
        self._meters = meters.Meters(new.visible_pid, new.base_bytes, limits.memory_mb * meters.MIB)
        self._cpu_limit_s = limits.cpu_s
        self._patient_s = limits.cpu_s
        self._cpu_start_s = 0.0
        self._compiled_start_s = 0.0
        self._next_look = 0.0
        self._answered_after_s = 0.0
        self._wait_for_walls()

    @property
    def alive(self) -> bool:
        """Whether the box can still be asked."""
        return self._death is None and not self._closed

    @property
    def cpu_s(self) -> float:
        """CPU seconds the box has used, set-up included; 0 where the system does not tell."""
        return self._meters.cpu_s()

    def compiled_s(self) -> float:
        """Return the CPU seconds that numba has compiled for, as the box tells."""
        return self._meters.compiled_s()

    @contextmanager
    def thawed(self) -> Iterator[None]:
        """Let a frozen box run for the time of an exchange; it is frozen again, come what may."""
        self._process.thaw()
        try:
            yield
        finally:
            self.freeze()

    def freeze(self) -> None:
        """Stop every thread of the box, so that none runs on the time of others."""
        self._process.freeze()

    @property
    def printed_bytes(self) -> int:
        """How much was printed so far, never more than the output limit."""
        self._drain()
        return len(self._output)

    def stdout(self, first_bytes: int | None = None) -> str:
        """Return what was printed so far, or the beginning of it, within the output limit."""
        self._drain()
        return self._output[:first_bytes].decode("utf-8", "replace")

    def close(self) -> None:
        """End the box and forget it. Safe to call twice."""
        if self._closed:
            return
        if self._death is None:
            self._kill()
        self._closed = True
        self._process.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    # --- asking -----------------------------------------------------------------------------------

    def _ask(
        self,
        kind: wire.Kind,
        request: Mapping[str, object],
        kinds: Collection[wire.Kind],
        cpu_limit_s: float,
        patient_s: float = 0.0,
    ) -> wire.Frame:
        """Send one request and return its answer, or end the box and raise BoxDied.

        Parameters
        ----------
        patient_s
            CPU seconds that it may take where compiling is what brings it over `cpu_limit_s`.
        """
        if self._death is not None:
            raise self._death
        self._refuse_unsolicited()
        self._cpu_start_s, self._cpu_limit_s = self._meters.cpu_s(), cpu_limit_s
        self._compiled_start_s = self._meters.last_compiled_s
        self._patient_s = max(cpu_limit_s, patient_s)
        usual_s = meters.wall_guard_s(self._patient_s, self._limits.unit_cpu_s)
        guard_s = usual_s if self._guard_s is None else self._guard_s
        deadline = time.monotonic() + guard_s
        nonce = random_source.randbits(64)
        channel = self._process.channel
        asked = time.perf_counter()
        try:
            wire.send(
                channel,
                kind,
                nonce,
                dict(request),
                keep_layout=True,
                deadline=deadline,
                poll=self._watch,
                poll_s=POLL_S,
            )
            self._wait_readable(deadline)
            frame = wire.receive(
                channel,
                deadline=deadline,
                expect=(kinds, nonce),
                poll=self._watch,
                poll_s=POLL_S,
            )
            self._answered_after_s = time.perf_counter() - asked
            self._check_limits(answered=True)
        except wire.ProtocolError:
            raise self._die(Status.FORBIDDEN, say("box.protocol")) from None
        except wire.WireTimeout:
            waited = say("box.waited", seconds=f"{guard_s:g}")
            raise self._die(Status.TIME_LIMIT, waited, starved=True) from None
        except EOFError:
            raise self._autopsy() from None
        return frame

    # --- watching ---------------------------------------------------------------------------------

    def _wait_for_walls(self) -> None:
        """Wait for the frame that says the walls are up: no code of the student runs before it."""
        expect = ((wire.Kind.READY,), self._process.nonce)
        deadline = time.monotonic() + _READY_WAIT_S
        try:
            wire.receive(self._process.channel, deadline=deadline, expect=expect)
        except (EOFError, wire.ProtocolError, wire.WireTimeout) as error:
            self._kill()
            self._drain()
            said = bytes(self._output[-_DETAIL_BYTES:]).decode("utf-8", "replace").strip()
            self.close()
            detail = said.splitlines()[-1] if said else type(error).__name__
            raise BoxError(say("box.setup_failed", detail=detail), say("box.hint.doctor")) from None
        self._meters.note_start()

    def _refuse_unsolicited(self) -> None:
        channel = self._process.channel
        if not select.select([channel], [], [], 0)[0]:
            return
        try:
            early = channel.recv(1, socket.MSG_PEEK)
        except ConnectionError:
            early = b""
        if not early:
            raise self._autopsy()
        raise self._die(Status.FORBIDDEN, say("box.protocol"))

    def _wait_readable(self, deadline: float) -> None:
        """Wait for the first byte of the answer while the output flows and the limits are kept."""
        poller = select.poll()
        poller.register(self._process.channel, select.POLLIN)
        poller.register(self._process.output, select.POLLIN)
        channel_fd = self._process.channel.fileno()
        while True:
            ready = poller.poll(POLL_S * 1000)
            if any(fd == channel_fd for fd, _ in ready):
                return
            self._watch()
            if any(event & (select.POLLHUP | select.POLLERR) for _, event in ready):
                # It closed its output and lives on: only the channel is left to wait for.
                poller.unregister(self._process.output)
            if time.monotonic() > deadline:
                raise wire.WireTimeout

    def _watch(self) -> None:
        """While waiting: count the threads, and keep the limits."""
        self._meters.note_threads()
        self._check_limits()

    def _check_limits(self, *, answered: bool = False) -> None:
        """Take what was printed and end the box if it is over a limit."""
        over = self._over(look=answered)
        if over is not None:
            raise self._die(over.status, over.why)

    def _over(self, *, look: bool) -> meters.Over | None:
        """Take what was printed; return the limit that the box is over, None for none.

        Parameters
        ----------
        look
            Whether to look at the private folder, too, however short ago that was done.
        """
        self._drain()
        if self._output_bytes > self._limits.output_kb * meters.KIB:
            why = say("box.output", kilobytes=self._limits.output_kb)
            return meters.Over(Status.OUTPUT_LIMIT, why)
        if self._process.folder and self._disk_is_over(look=look):
            return meters.Over(Status.OUTPUT_LIMIT, meters.disk_sentence(self._limits))
        many = self._meters.most_threads > self._limits.threads + meters.SPARE_THREADS
        if many and os.getuid() == 0:
            # To any other user the kernel refuses them, whether or not a poll sees them.
            return meters.Over(Status.ERROR, meters.threads_sentence(self._limits))
        spent_s = self._meters.cpu_s() - self._cpu_start_s
        if spent_s > min(self._cpu_limit_s, _CAN_HAVE_COMPILED_S):
            return self._over_its_time(spent_s)
        return None

    def _over_its_time(self, spent_s: float) -> meters.Over | None:
        """Return the limit of CPU time if it is passed.

        Not where compiling took what is over and may take it.
        """
        compiled_s = self._meters.compiled_s() - self._compiled_start_s
        patient = spent_s <= self._patient_s and spent_s - compiled_s <= self._cpu_limit_s
        if spent_s <= self._cpu_limit_s or patient:
            return None
        compiling = meters.mostly(compiled_s, spent_s)
        why = meters.time_sentence(self._cpu_limit_s, compiling=compiling)
        return meters.Over(Status.TIME_LIMIT, why)

    def _disk_is_over(self, *, look: bool) -> bool:
        """Return whether the private folder has grown too large.

        Looks every `POLL_S`, and after every answer: else it would depend on the load of the
        machine which call is blamed, or even another check.
        """
        if not look and time.monotonic() < self._next_look:
            return False
        self._next_look = time.monotonic() + POLL_S
        return folders.holds_more(self._process.folder, meters.most_folder_bytes(self._limits))

    def _drain(self) -> None:
        if self._closed:
            return
        room = self._limits.output_kb * meters.KIB
        # One more than allowed is enough to know; the rest of a flood is left in the pipe.
        while self._output_bytes <= room:
            try:
                data = os.read(self._process.output, _READ_BYTES)
            except (BlockingIOError, OSError):
                return
            if not data:
                return
            self._output_bytes += len(data)
            self._output += data[: max(room - len(self._output), 0)]

    # --- ending -----------------------------------------------------------------------------------

    def _autopsy(self) -> BoxDied | BoxError:
        """Return what ended a box whose channel is closed: the student, or a failure of ours."""
        self._meters.cpu_s()
        exited = self._process.wait_exit(_EXIT_WAIT_MS)
        self._process.kill()
        # Else it would depend on the load of the machine whether a poll had come before the death.
        # Now, because reaping takes the folder and the clock away.
        over = self._over(look=True) if exited else None
        try:
            status, resident_bytes = self._host.reap(self._process.pid)
        except BoxError as error:
            self._death = error
            return error
        if over is not None:
            self._death = BoxDied(over.status, over.why)
            return self._death
        self._drain()
        self._meters.note_resident_peak(resident_bytes)
        ran_out = self._host.memory_ran_out() and exited and meters.was_killed(status)
        death = meters.explain(
            status if exited else meters.UNKNOWN_STATUS,
            self._limits,
            ran_out or self._meters.died_at_memory_limit(),
            immortal=self._host.boxes_are_process_1,
        )
        if death.status is Status.NOT_JUDGED:
            self._death = BoxError(death.why)
        else:
            self._death = BoxDied(death.status, death.why)
        return self._death

    def _die(self, status: Status, why: Message, *, starved: bool = False) -> BoxDied:
        """End a box that broke a limit or a rule; return what to raise."""
        self._kill()
        self._drain()
        self._death = death = BoxDied(status, why, starved=starved)
        return death

    def _kill(self) -> None:
        self._process.kill()
        # Without a zygote there is nobody left to reap for, and the box is gone all the same.
        with suppress(BoxError):
            self._host.reap(self._process.pid)
