"""The keeper's own meters of a box: CPU time, peak memory, and how it died.

All are read from outside, through the kernel, so nothing a student does inside can move them. The
verdict of a limit does not depend on the load of the machine: CPU time decides, wall time guards.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from grader.course import Limits
from grader.errors import BoxError
from grader.messages import Message, say
from grader.outcome import Status

MIB = 1 << 20
KIB = 1 << 10
# A crash is blamed on memory only this close to the limit, as a share of it.
_DEATH_SHARE = 0.9
# A container that doubles holds S and asks for 2 S more: it is refused once S is over a third.
_REFUSED_SHARE = 1 / 3
_BACKSTOP_CPU_S = 3600
_LEAST_GUARD_S = 20.0
UNKNOWN_STATUS = -1
_GUARD_TIMES_CPU = 10.0
WALL_TIMES_CPU = 3.0
"""Wall seconds that a submission may wait in all, for each CPU second it may use in all; honest
code on a busy machine stays far below."""
_MOSTLY = 0.5
"""The share of the time from which on compiling is named as where it went."""
_DISK_IS_FULL = ("[Errno 27] ", "[Errno 28] ", "[Errno 122] ")
"""How Python tells EFBIG, ENOSPC and EDQUOT: one file too large, or the folder full."""
_NO_THREAD = "can't start new thread"
SPARE_THREADS = 65
"""What the kernel's own limit lets pass beyond the unit's, because it counts tasks of ours too."""
_CLAIM = re.compile(rb"jit([=>])(\d{1,6}\.\d{3})\n?")
"""How a box names its main thread while it compiles (`inside/compile_clock.py`)."""


def wall_guard_s(cpu_s: float, unit_cpu_s: float) -> float:
    """Return after how many wall seconds a call that may use `cpu_s` is given up.

    Never later than the whole submission would be: a cell that sleeps held a class up for 600 s.
    """
    return max(_LEAST_GUARD_S, min(_GUARD_TIMES_CPU * cpu_s, WALL_TIMES_CPU * unit_cpu_s))


def quota(limits: Limits) -> tuple[int, int, int, int]:
    """Return `limits` as the fields of `walls.Quota`."""
    backstop = max(_BACKSTOP_CPU_S, int(10 * max(limits.cpu_s, limits.cell_cpu_s)))
    return limits.memory_mb * MIB, limits.threads, limits.disk_mb * MIB, backstop


def most_folder_bytes(limits: Limits) -> int:
    """Return what a private folder that is one of the host's may take before its box is ended.

    The kernel refuses a file beyond `disk_mb`, as an exception that code may catch. So that this
    file never ends the box by itself, twice as much passes: file systems set blocks aside for a
    file that grows (XFS as many again).
    """
    return 2 * limits.disk_mb * MIB + MIB


class Meters:
    """Reads one box through the keeper's view of its process.

    Parameters
    ----------
    pid
        The process as the keeper sees it, or 0 where it cannot be seen.
    base_bytes
        Address space the zygote had: what the student did not ask for.
    memory_bytes
        What the student may ask for.
    """

    def __init__(self, pid: int, base_bytes: int, memory_bytes: int) -> None:
        # Linux's name for a process's CPU clock: the inverted id, shifted, and 2 for "scheduled".
        self._clock = (~pid << 3) | 2 if pid else None
        self._status = f"/proc/{pid}/status" if pid else ""
        self._name = f"/proc/{pid}/comm" if pid else ""
        self._base_bytes = base_bytes
        self._memory_bytes = memory_bytes
        self._peak_bytes = 0
        self._resident_at_start_bytes = 0
        self._resident_peak_bytes = 0
        self.most_threads = 0
        """The largest number of threads seen at a time."""
        self._last_cpu_s = 0.0
        self.last_compiled_s = 0.0
        """What `compiled_s` returned last."""

    def cpu_s(self) -> float:
        """Return the CPU seconds used so far; the last value known once the box is dead."""
        if self._clock is not None:
            with suppress(OSError):
                self._last_cpu_s = time.clock_gettime(self._clock)
        return self._last_cpu_s

    def compiled_s(self) -> float:
        """Return the CPU seconds that numba has compiled for; the last value known after a death.

        The box's word, kept within its CPU time: for a hint and for patience, not for a verdict.
        """
        try:
            with open(self._name, "rb") as file:
                found = _CLAIM.fullmatch(file.read())
        except OSError:
            return self.last_compiled_s
        if found is not None:
            used_s, number = self.cpu_s(), float(found[2])
            claimed_s = number if found[1] == b"=" else used_s - number
            self.last_compiled_s = min(max(claimed_s, 0.0), used_s)
        return self.last_compiled_s

    def note_start(self) -> None:
        """Remember the resident memory that the box was born with."""
        self._resident_at_start_bytes = self._told(b"VmHWM") * KIB

    def note_peak(self) -> None:
        """Remember the largest address space of a living box.

        For boxes that have just answered: noted while one runs, it would depend on the moment what
        is known of it after its death.
        """
        self._peak_bytes = max(self._peak_bytes, self._told(b"VmPeak") * KIB)

    def note_threads(self) -> None:
        """Remember the most threads at a time."""
        self.most_threads = max(self.most_threads, self._told(b"Threads"))

    def _told(self, name: bytes) -> int:
        """Return a number that the kernel tells of the process; 0 where it does not."""
        try:
            with open(self._status, "rb") as file:
                found = re.search(rb"^%s:\s+(\d+)" % name, file.read(), re.MULTILINE)
        except OSError:
            return 0
        return int(found[1]) if found else 0

    def request_was_beyond(self, requested_bytes: int) -> bool:
        """Return whether a MemoryError is borne out by what the box had and what it asked for.

        Parameters
        ----------
        requested_bytes
            The refused request, or 0 if it is not known (only numpy tells).
        """
        if requested_bytes:
            return self._grown_bytes() + requested_bytes > self._memory_bytes
        return self._grown_bytes() > _REFUSED_SHARE * self._memory_bytes

    def died_at_memory_limit(self) -> bool:
        """Return whether the recorded peaks show that a dead box had run out of memory."""
        resident = max(self._resident_peak_bytes - self._resident_at_start_bytes, 0)
        grown = max(self._grown_bytes(), resident if self._base_bytes else 0)
        return grown > _DEATH_SHARE * self._memory_bytes

    def _grown_bytes(self) -> int:
        return max(self._peak_bytes - self._base_bytes, 0) if self._base_bytes else 0

    def note_resident_peak(self, resident_bytes: int) -> None:
        """Remember the most resident memory, which the kernel reports even after death."""
        self._resident_peak_bytes = resident_bytes


class Over(NamedTuple):
    """The limit that an exception came of, and the sentence that names it."""

    status: Status
    why: Message


class Death(NamedTuple):
    """How a box ended. NOT_JUDGED: it was ended from outside, which is our failure."""

    status: Status
    why: Message


def refused(
    builtin_bases: Sequence[str], message: str, requested_bytes: int, meters: Meters, limits: Limits
) -> Over | None:
    """Return the limit that an exception of the student's code came of; None for any other.

    The kernel refuses what is beyond some limits, and Python says so in an exception of which its
    reader cannot tell how much was too much.

    Parameters
    ----------
    builtin_bases, message, requested_bytes
        As in `answers.Raised`.
    """
    kind = builtin_bases[0] if builtin_bases else ""
    if "MemoryError" in builtin_bases and meters.request_was_beyond(requested_bytes):
        return Over(Status.MEMORY_LIMIT, memory_sentence(limits, requested_bytes))
    if kind == "OSError" and message.startswith(_DISK_IS_FULL):
        return Over(Status.OUTPUT_LIMIT, disk_sentence(limits))
    if kind == "RuntimeError" and message == _NO_THREAD:
        # An exception all the same: it may be caught, and fewer threads do the work.
        return Over(Status.ERROR, threads_sentence(limits))
    return None


def explain(wait_status: int, limits: Limits, memory: bool, *, immortal: bool) -> Death:
    """Return the verdict for a box that died by itself.

    Parameters
    ----------
    wait_status
        As `os.wait4` returned it; UNKNOWN_STATUS for a box that lived on without its channel.
    memory
        Whether the memory limit was reached.
    immortal
        Whether the box cannot send itself SIGKILL (it is process 1 of its namespace).
    """
    if memory:
        return Death(Status.MEMORY_LIMIT, memory_sentence(limits))
    if wait_status == UNKNOWN_STATUS:
        return Death(Status.CRASHED, say("box.channel_closed"))
    if not os.WIFSIGNALED(wait_status):
        return Death(Status.CRASHED, say("box.exit", code=os.WEXITSTATUS(wait_status)))
    number = os.WTERMSIG(wait_status)
    if number == signal.SIGXCPU:
        return Death(Status.TIME_LIMIT, time_sentence(limits.cpu_s))
    if number == getattr(signal, "SIGSYS", -1):
        return Death(Status.CRASHED, say("box.forbidden_call"))
    if number == signal.SIGKILL and immortal:
        return Death(Status.NOT_JUDGED, say("box.killed_outside"))
    return Death(Status.CRASHED, say("box.signal", signal=signal.Signals(number).name))


def was_killed(wait_status: int) -> bool:
    """Return whether SIGKILL ended a process."""
    return os.WIFSIGNALED(wait_status) and os.WTERMSIG(wait_status) == signal.SIGKILL


def time_sentence(seconds: float, *, compiling: bool = False) -> Message:
    """Return the sentence for a call that used too much CPU time, `compiling` for most of it."""
    return say("box.time_compiling" if compiling else "box.time", seconds=f"{seconds:g}")


def mostly(compiled_s: float, cpu_s: float) -> bool:
    """Return whether compiling is where CPU seconds went."""
    return 0 < _MOSTLY * cpu_s <= compiled_s


def memory_sentence(limits: Limits, requested_bytes: int = 0) -> Message:
    """Return the sentence for a submission that needed too much memory.

    Parameters
    ----------
    requested_bytes
        The refused request; 0 where it is not known.
    """
    if requested_bytes:
        asked = -(-requested_bytes // MIB)
        return say("box.memory_asked", megabytes=limits.memory_mb, asked=asked)
    return say("box.memory", megabytes=limits.memory_mb)


def threads_sentence(limits: Limits) -> Message:
    """Return the sentence for a submission that wanted too many threads at a time."""
    return say("box.threads", threads=limits.threads)


def disk_sentence(limits: Limits) -> Message:
    """Return the sentence for a submission that wrote too much to its folder."""
    return say("box.disk", megabytes=limits.disk_mb)


def visible_pid(pidfd: int) -> int:
    """Return the id, in the keeper's namespace, of the process behind `pidfd`.

    Raises
    ------
    BoxError
        It cannot be seen, so its CPU time could not be read and no limit would be kept.
    """
    try:
        with open(f"/proc/self/fdinfo/{pidfd}", "rb") as file:
            found = re.search(rb"^Pid:\s+(\d+)$", file.read(), re.MULTILINE)
    except OSError as error:
        raise BoxError(say("box.unreadable", detail=str(error))) from None
    if found is None:
        raise BoxError(say("box.unreadable", detail="Pid"))
    return int(found[1])
