"""What is running right now: the one thread that has the processor, and whether anyone records.

CUDA's built-ins (`threadIdx`, `syncthreads`, …) take no argument that says who calls. Here one
thread runs at a time, so one place says it for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .blocks import Block, Thread
    from .record import LaunchRecord, Recorder

Triple = tuple[int, int, int]
MOST_THREADS_PER_BLOCK = 1024
MOST_BLOCK: Triple = (1024, 1024, 64)
MOST_GRID: Triple = (2**31 - 1, 65535, 65535)
MOST_SHARED_BYTES = 48 * 1024
"""Limits of a launch, as of every GPU that is still supported."""
TEXT_CHARS = 200
"""Of each text of a fault: an index may have a thousand digits."""
NOWHERE: Triple = (-1, -1, -1)
"""The index of no block and no thread."""


class Fault(NamedTuple):
    """Why a launch was given up. The keeper says it in words of its own.

    Attributes
    ----------
    kind
        "index", "launch", "deadlock", "arguments", "overflow" or "unsupported".
    texts
        What the sentence needs, as plain texts.
    """

    kind: str
    texts: tuple[str, ...] = ()
    kernel: str = ""
    block: Triple = NOWHERE
    thread: Triple = NOWHERE
    where: str = ""
    segment: str = ""


class KernelFault(Exception):
    """The launch cannot go on. Its text is what a student reads in a notebook of their own."""

    def __init__(self, fault: Fault, text: str) -> None:
        super().__init__(text)
        self.fault = fault


class Machine:
    """The simulated device; there is one, `machine`.

    Attributes
    ----------
    thread, block, launch
        What runs now; None between launches.
    recorder
        Where launches are written down; None while nobody asked for it.
    folder
        Where the notebook's cells lie as files.
    order
        Order of threads and blocks of the next launches: 0 forward, -1 reverse, a seed otherwise.
    """

    def __init__(self) -> None:
        self.thread: Thread | None = None
        self.block: Block | None = None
        self.launch: LaunchRecord | None = None
        self.recorder: Recorder | None = None
        self.folder = ""
        self.order = 0


machine = Machine()


def fail(kind: str, *texts: str, say: str, site: tuple[str, str] = ("", "")) -> KernelFault:
    """Return the fault of the running thread and note it, whoever may catch the exception.

    Parameters
    ----------
    say
        The sentence for a notebook, in both languages.
    site
        Source line and the part of it at fault.
    """
    thread, launch = machine.thread, machine.launch
    fault = Fault(
        kind,
        tuple(text[:TEXT_CHARS] for text in texts),
        "" if launch is None else launch.kernel,
        NOWHERE if thread is None else thread.block.index,
        NOWHERE if thread is None else thread.index,
        *site,
    )
    if machine.recorder is not None and machine.recorder.fault is None:
        machine.recorder.fault = fault
    where = f"\n  {site[0]}" if site[0] else ""
    who = "" if thread is None else f" (blockIdx {fault.block}, threadIdx {fault.thread})"
    return KernelFault(fault, f"{say}{who}{where}")
