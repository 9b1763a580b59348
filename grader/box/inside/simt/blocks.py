"""Threads of a block as fibers: one runs until it waits, finishes or faults, then the next.

The order is fixed (forward, reverse, or shuffled by a seed), so a launch repeats exactly. Warp
operations are settled as soon as all that they name have come; barriers when nothing else can run.
"""

from __future__ import annotations

import contextvars
import itertools
import random
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, NamedTuple

import numpy as np
from greenlet import greenlet

from . import record, sites
from .machine import KernelFault, Triple, fail, machine

WARP = 32
ALL_LANES = 0xFFFFFFFF


class Barrier(NamedTuple):
    """A thread waits for its block.

    Attributes
    ----------
    call
        What the kernel called.
    value
        The predicate of `syncthreads_count` and its kin.
    settle
        Makes the answer of all from all predicates.
    """

    call: str
    value: Any
    settle: Callable[[Sequence[Any]], Any]
    why: int = record.BARRIER


class Exchange(NamedTuple):
    """A thread waits for the threads of its warp that `mask` names.

    Attributes
    ----------
    settle
        Makes the answer of one lane: from its own operands and those of all that came, by lane.
    why
        WARP_BARRIER where memory is in order afterwards, as after `syncwarp`.
    """

    call: str
    mask: int
    operands: tuple[Any, ...]
    settle: Callable[[int, dict[int, tuple[Any, ...]]], Any]
    why: int = record.PAUSED


class Pause(NamedTuple):
    """A thread lets the others go on: it waits for something that one of them has to do."""

    why: int = record.PAUSED


Waits = Barrier | Exchange | Pause


class Thread:
    """One CUDA thread."""

    __slots__ = (
        "answer",
        "block",
        "done",
        "fiber",
        "frame",
        "index",
        "number",
        "overflowed",
        "waits",
    )

    def __init__(self, block: Block, number: int, index: Triple, fiber: Any) -> None:
        self.block = block
        self.number = number
        self.index = index
        self.fiber = fiber
        self.done = False
        self.waits: Waits | None = None
        self.frame: FrameType | None = None
        self.answer: Any = None
        self.overflowed = ""
        """Where an integer of this thread overflowed last; "" for nowhere."""

    @property
    def lane(self) -> int:
        """Position in the warp."""
        return self.number % WARP


class Block:
    """One block of threads and its shared memory."""

    def __init__(self, number: int, index: Triple, dynamic_bytes: int) -> None:
        self.number = number
        self.index = index
        self.dynamic_bytes = dynamic_bytes
        self.shared: dict[Any, Any] = {}
        """Its shared arrays, by where they are declared."""
        self.threads: list[Thread] = []

    def run(self, kernel: Callable[..., Any], args: tuple[Any, ...]) -> None:
        """Run every thread to its end.

        Raises
        ------
        KernelFault
            Threads wait for each other for ever, or what a thread met.
        """
        launch = machine.launch
        assert launch is not None
        context = contextvars.copy_context()
        context.run(np.seterr, over="call", divide="ignore", invalid="ignore", under="ignore")
        context.run(np.seterrcall, _overflowed)
        for number, (z, y, x) in enumerate(_indices(launch.block)):
            fiber = greenlet(kernel)
            fiber.gr_context = context.copy()
            self.threads.append(Thread(self, number, (x, y, z), fiber))
        ready = ordered(self.threads, launch.order)
        answered = False
        try:
            while ready:
                self._advance(ready, None if answered else args)
                answered = True
                ready = ordered(self._released(), launch.order)
        finally:
            machine.thread = None
            self.threads.clear()

    def _advance(self, ready: Sequence[Thread], args: tuple[Any, ...] | None) -> None:
        """Let each thread run until it waits or ends, and record the stretches.

        Parameters
        ----------
        args
            What the kernel is called with; None where it waits for an answer.
        """
        launch = machine.launch
        assert launch is not None
        thread = ready[0]
        try:
            for thread in ready:
                machine.thread = thread
                passed = (thread.answer,) if args is None else args
                came = thread.fiber.switch(*passed)
                waits = thread.waits
                if waits is None:
                    thread.done = True
                    _demand_nothing(came)
                    launch.stop(self.number, thread.number, record.FINISHED, None)
                else:
                    launch.stop(self.number, thread.number, waits.why, thread.frame)
        except BaseException as error:
            launch.stop(self.number, thread.number, record.CUT_OFF, None)
            if isinstance(error, OverflowError):
                text = str(error)
                raise fail("overflow", text, say=text, site=sites.raised(error)) from error
            raise

    def _released(self) -> list[Thread]:
        """Return the threads that can go on now: after a pause, a warp operation, or a barrier."""
        waiting = [thread for thread in self.threads if not thread.done]
        barriers = [t.waits for t in waiting if isinstance(t.waits, Barrier)]
        if len(barriers) < len(waiting):
            free = [thread for thread in waiting if isinstance(thread.waits, Pause)]
            free += _exchanged(waiting)
            if not free:
                raise _deadlock(self.threads)
            return free
        if waiting:
            values = [barrier.value for barrier in barriers]
            # Worked out once: it is the same for all.
            answers = {settle: settle(values) for settle in {b.settle for b in barriers}}
            for thread, barrier in zip(waiting, barriers, strict=True):
                thread.answer = answers[barrier.settle]
        return waiting


def wait(waits: Waits, frame: FrameType) -> Any:
    """Stop the running thread until `waits` is over; return the answer it gets."""
    thread = machine.thread
    if thread is None:
        raise RuntimeError("只能在核函数里调用 / can be called inside a kernel only")
    thread.waits, thread.frame = waits, frame
    answer = thread.fiber.parent.switch()
    thread.waits = None
    return answer


def ordered(items: Sequence[Any], order: int) -> list[Any]:
    """Return threads or blocks in the order that a launch asks for."""
    if order == 0:
        return list(items)
    if order < 0:
        return list(reversed(items))
    shuffled = list(items)
    random.Random(order).shuffle(shuffled)
    return shuffled


def _indices(size: Triple) -> Any:
    return itertools.product(*(range(length) for length in reversed(size)))


def _demand_nothing(came: Any) -> None:
    """Refuse the value that a kernel returned."""
    if came is not None:
        raise fail(
            "arguments",
            f"return {type(came).__name__}",
            say="核函数不能有返回值，结果写进数组 / a kernel returns nothing: write into an array",
        )


def _exchanged(waiting: Sequence[Thread]) -> list[Thread]:
    """Settle the warp operations for which everybody has come; return these threads."""
    free: dict[int, Thread] = {}
    for _, members in itertools.groupby(waiting, key=lambda thread: thread.number // WARP):
        warp = list(members)
        for thread in warp:
            if thread.number in free or not isinstance(thread.waits, Exchange):
                continue
            party = [other for other in warp if thread.waits.mask >> other.lane & 1]
            if thread in party and all(_same(thread.waits, other.waits) for other in party):
                _settle(party)
                free |= {other.number: other for other in party}
    return list(free.values())


def _same(mine: Exchange, theirs: Waits | None) -> bool:
    return isinstance(theirs, Exchange) and theirs.call == mine.call and theirs.mask == mine.mask


def _settle(party: Sequence[Thread]) -> None:
    operands = {
        thread.lane: thread.waits.operands for thread in party if isinstance(thread.waits, Exchange)
    }
    for thread in party:
        if isinstance(thread.waits, Exchange):
            thread.answer = thread.waits.settle(thread.lane, operands)


def _deadlock(threads: Sequence[Thread]) -> KernelFault:
    """Return the fault of the first thread whose warp operation waits for nobody to come."""
    for thread in threads:
        waits = thread.waits
        if thread.done or not isinstance(waits, Exchange):
            continue
        warp = [t for t in threads if t.number // WARP == thread.number // WARP and not t.done]
        missing = [t for t in warp if waits.mask >> t.lane & 1 and not _same(waits, t.waits)]
        # The mask may leave out the very thread that calls.
        other = missing[0] if missing else thread
        where = sites.here(other.frame)[0] if other.frame is not None else ""
        machine.thread = thread
        assert thread.frame is not None
        return fail(
            "deadlock",
            waits.call,
            f"threadIdx {other.index}",
            where,
            say=f"{waits.call} 等不到 threadIdx {other.index} / {waits.call} waits for threadIdx "
            f"{other.index}, which does not come",
            site=sites.here(thread.frame),
        )
    raise AssertionError("threads that wait for nothing")


def _overflowed(kind: str, _: int) -> None:
    """Remember where a number overflowed: called by NumPy from within the operation."""
    thread = machine.thread
    if thread is not None and "overflow" in kind:
        thread.overflowed = sites.here(sites.outer(sys._getframe(1)))[0]
